// The empty window of measurements: says that it was painted.
requestAnimationFrame(() => requestAnimationFrame(() => window.__TAURI_INTERNALS__.invoke("window_painted")));
