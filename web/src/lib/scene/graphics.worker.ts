// The first WebGL context of a browser starts its drawing process: whoever asks for it waits, so this thread does.
const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
const info = gl?.getExtension('WEBGL_debug_renderer_info');
postMessage(info ? String(gl?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '');
gl?.getExtension('WEBGL_lose_context')?.loseContext();
// It stays, idle: the page would wait for its end, and that waits for all that is being drawn.
