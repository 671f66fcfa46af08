/// The public API of the libraries by which code reads settings: a closed list.
///
/// Every public declaration that takes or gives a key, a setting, a store, a document or a snapshot is in one of these lists. A test
/// compares them with the record of the public API, so that a new declaration fails it until somebody decides what it is.
package enum EntryPoints {
    /// The modules of the libraries.
    package static let modules: Set<String> = [
        "FlagResolver", "FlagStore", "FlagStoreCurl", "FlagStoreTesting", "FlagStoreTrust", "FlagStoreURLSession",
        "TolerantDecoding",
    ]

    /// Types whose names must occur in code that reads a setting with them. Each occurrence is looked at.
    package static let types: Set<String> = ["PropertySetting", "Setting", "SettingKey", "SettingsModel"]

    /// What creates a key. Whatever reads the setting of a key needs one, so each creation counts as a read.
    package static let keys: Set<String> = ["SettingKey.init(_:default:)"]

    /// What reads a setting whose name is an argument.
    package static let reads: Set<String> = [
        "SettingsDocument.resolution(of:for:)", "SettingsDocument.value(for:context:default:)",
        "SettingsDocument.value(for:version:default:)", "SettingsSnapshot.resolution(of:)",
        "SettingsSnapshot.resolution(of:default:)", "SettingsSnapshot.value(for:default:)",
    ]

    /// What reads settings as a model, whose type is an argument.
    package static let models: Set<String> = [
        "JSONDecoder.decode(_:resolvingConflictsIn:)", "ObservableSettings.group(_:as:)",
        "PublishedSettings.group(_:as:)",
        "SettingsDocument.decode(_:for:makeDecoder:)", "SettingsStore.group(_:as:)",
        "SettingsStore.values(ofGroup:as:)",
        "StoreSnapshot.group(_:as:)",
    ]

    /// What gives the values of all settings.
    package static let all: Set<String> = ["SettingsStore.settings"]

    /// What takes a key that was created elsewhere, or is about a setting without reading it.
    package static let others: Set<String> = [
        "DeclaredSetting", "DeclaredSetting.name", "SettingKey", "SettingKey.defaultValue", "SettingKey.name",
        "ObservableSettings", "ObservableSettings.init(_:)", "ObservableSettings.subscript(_:)", "PublishedSettings",
        "PublishedSettings.init(_:)", "PublishedSettings.objectWillChange", "PublishedSettings.subscript(_:)",
        "ReadObserver.eachTime(_:)", "ReadObserver.oncePerChange(_:)", "ReaderSchema.add(_:)",
        "SettingRead", "SettingSummary", "SettingsDocument", "SettingsDocument.count",
        "SettingsDocument.documentVersion",
        "SettingsDocument.init(parsing:limits:)", "SettingsDocument.issues", "SettingsDocument.merging(patch:)",
        "SettingsDocument.minimumVersion", "SettingsDocument.minimumVersionSetting", "SettingsDocument.names",
        "SettingsDocument.snapshot(for:makeDecoder:)", "SettingsSnapshot", "SettingsSnapshot.context",
        "SettingsSnapshot.document", "SettingsSnapshot.nextChange", "SettingsSnapshot.version", "SettingsStore",
        "SettingsStore.apply(patch:)", "SettingsStore.close()", "SettingsStore.confirm()", "SettingsStore.context",
        "SettingsStore.diagnostics", "SettingsStore.enterBackground()", "SettingsStore.enterForeground()",
        "SettingsStore.exportedOverrides", "SettingsStore.finishWriting()", "SettingsStore.importOverrides(_:)",
        "SettingsStore.init(_:)", "SettingsStore.init(appVersion:_:)", "SettingsStore.init(context:_:)",
        "SettingsStore.liftQuarantine()", "SettingsStore.networkDidReturn()", "SettingsStore.override(_:with:until:)",
        "SettingsStore.override(_:withText:until:)", "SettingsStore.recentDiagnostics",
        "SettingsStore.recordNormalExit()",
        "SettingsStore.refresh()", "SettingsStore.reloadSources()", "SettingsStore.removeAllOverrides()",
        "SettingsStore.removeOverride(of:)", "SettingsStore.resolution(of:)", "SettingsStore.resolution(of:for:)",
        "SettingsStore.snapshot", "SettingsStore.state", "SettingsStore.states", "SettingsStore.subscript(_:)",
        "SettingsStore.trust", "SettingsStore.updateContext(_:)", "SettingsStore.updates", "SettingsStore.values(of:)",
        "SettingsStore.waitUntilReady(timeout:)", "SettingsUpdate.snapshot", "StoreConfiguration.keys", "StoreSnapshot",
        "StoreSnapshot.context", "StoreSnapshot.resolution(of:)", "StoreSnapshot.resolution(of:for:)",
        "StoreSnapshot.subscript(_:)", "TestStore", "TestStore.clock", "TestStore.context", "TestStore.date",
        "TestStore.init(appVersion:document:seed:configure:)",
        "TestStore.init(context:installationKey:document:seed:configure:)", "TestStore.reads", "TestStore.receive(_:)",
        "TestStore.receive(_:entityTag:)", "TestStore.set(_:to:)", "TestStore.store", "TestStore.transport",
        // The members of settings and models, whose names their types have.
        "PropertySetting", "PropertySetting.==(_:_:)", "PropertySetting.appVersion", "PropertySetting.context",
        "PropertySetting.defaultValue", "PropertySetting.description", "PropertySetting.encode(to:)",
        "PropertySetting.hash(into:)", "PropertySetting.init(defaultValue:valuesByVersion:appVersion:)",
        "PropertySetting.init(from:)", "PropertySetting.init(leniently:)", "PropertySetting.issues",
        "PropertySetting.resolution", "PropertySetting.resolved(for:)", "PropertySetting.value",
        "PropertySetting.valuesByVersion", "Setting.setting",
    ]
}

/// The modules of the toolchain and of Apple's platforms, which cannot know the libraries.
enum SystemModules {
    static let names = Set(list.split(separator: " ").map(String.init))

    private static let list = """
        Swift _Concurrency _Differentiation _StringProcessing _Volatile Builtin Cxx CxxStdlib Distributed Observation \
        RegexBuilder Synchronization Testing XCTest PackageDescription PackagePlugin CompilerPluginSupport Darwin Glibc Musl \
        Bionic Android WASILibc WinSDK CRT ucrt Dispatch Foundation FoundationEssentials FoundationInternationalization \
        FoundationNetworking FoundationXML os ObjectiveC simd Accelerate Accessibility Accounts ActivityKit AdServices AdSupport \
        AddressBook AlarmKit AppClip AppIntents AppKit AppTrackingTransparency ApplicationServices ARKit AssetsLibrary \
        AudioToolbox AudioUnit AuthenticationServices AutomaticAssessmentConfiguration AVFAudio AVFoundation AVKit AVRouting \
        BackgroundAssets BackgroundTasks BrowserEngineKit BusinessChat CallKit CarPlay Charts Cinematic ClassKit ClockKit \
        CloudKit ColorSync Combine CommonCrypto Compression Contacts ContactsUI CoreAudio CoreAudioKit CoreAudioTypes \
        CoreBluetooth CoreData CoreFoundation CoreGraphics CoreHaptics CoreImage CoreLocation CoreLocationUI CoreMIDI CoreML \
        CoreMedia CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText CoreTransferable CoreVideo CoreWLAN \
        CreateML CryptoKit CryptoTokenKit DataDetection DeveloperToolsSupport DeviceActivity DeviceCheck \
        DeviceDiscoveryExtension DiskArbitration EnergyKit EventKit EventKitUI ExposureNotification ExtensionFoundation \
        ExtensionKit ExternalAccessory FamilyControls FileProvider FileProviderUI FinanceKit FoundationModels GLKit GameController \
        GameKit GameplayKit GroupActivities HealthKit HealthKitUI HomeKit IOBluetooth IOKit IOSurface IdentityLookup \
        IdentityLookupUI ImageCaptureCore ImageIO ImagePlayground Intents IntentsUI JavaScriptCore JournalingSuggestions \
        LinkPresentation LocalAuthentication LocalAuthenticationEmbeddedUI LockedCameraCapture MLCompute MachO ManagedApp \
        ManagedSettings ManagedSettingsUI MapKit Matter MatterSupport MediaAccessibility MediaPlayer MediaToolbox MessageUI \
        Messages Metal MetalFX MetalKit MetalPerformanceShaders MetalPerformanceShadersGraph MetricKit MobileCoreServices \
        ModelIO MultipeerConnectivity MusicKit NaturalLanguage NearbyInteraction Network NetworkExtension NotificationCenter \
        OSLog OpenAL OpenGL OpenGLES PDFKit PaperKit ParavirtualizedGraphics PassKit PencilKit PermissionKit Photos PhotosUI \
        PHASE PushKit PushToTalk Quartz QuartzCore QuickLook QuickLookThumbnailing QuickLookUI RealityFoundation RealityKit \
        ReplayKit RoomPlan SafariServices SafetyKit SceneKit ScreenCaptureKit ScreenSaver ScreenTime ScriptingBridge Security \
        SecurityInterface SensitiveContentAnalysis SensorKit ServiceManagement SharedWithYou SharedWithYouCore ShazamKit Social \
        SoundAnalysis Spatial Speech SpriteKit StickerFoundation StickerKit StoreKit StoreKitTest Symbols System \
        SystemConfiguration SystemExtensions TabularData TelephonyMessagingKit ThreadNetwork TipKit Translation TVMLKit \
        TVServices TVUIKit TVUI UIKit UniformTypeIdentifiers UserNotifications UserNotificationsUI VideoSubscriberAccount \
        VideoToolbox VirtualMachine Virtualization Vision VisionKit VisualIntelligence WatchConnectivity WatchKit WeatherKit \
        WebKit WidgetKit WorkoutKit XcodeKit XPC SwiftUI SwiftUICore SwiftData UIUtilities zlib SQLite3 libxml2 CoreSimulator
        """
}
