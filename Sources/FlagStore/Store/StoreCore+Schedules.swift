import FlagResolver

/// A check of the wall clock, due at a monotonic time.
struct ScheduleCheck: Sendable {
    let deadline: Duration
    let task: Task<Void, Never>
}

extension StoreCore {
    /// Resolves the settings again if a schedule began or ended, or the wall clock was set. A closed store keeps its values.
    func checkSchedules() {
        let wallTime = clock.wallTime
        change(.ofOtherContext) { contents in
            guard !contents.isClosed, contents.stack.isOutdated(at: wallTime) else { return false }
            contents.resolve(at: wallTime)
            return true
        }
        scheduleCheck()
    }

    /// Schedules the next check of the wall clock, unless an earlier one is already scheduled.
    func scheduleCheck() {
        let (now, wallTime) = (clock.monotonicTime, clock.wallTime)
        let outdated = state.withLock { state -> Task<Void, Never>? in
            guard !state.isClosed, let delay = state.snapshot.stack.delayOfCheck(at: wallTime) else { return nil }
            let deadline = now + delay
            if let check = state.check, check.deadline <= deadline { return nil }
            let task = Task { [weak self, clock] in
                guard (try? await clock.sleep(until: deadline, tolerance: .seconds(1))) != nil, !Task.isCancelled
                else { return }
                self?.endCheck(at: deadline)
                self?.checkSchedules()
            }
            defer { state.check = ScheduleCheck(deadline: deadline, task: task) }
            return state.check?.task
        }
        outdated?.cancel()
    }

    private func endCheck(at deadline: Duration) {
        state.withLock { state in
            if state.check?.deadline == deadline { state.check = nil }
        }
    }
}
