#pragma once

// The target has no declarations. Linking it sets how Swift Testing runs the tests.
