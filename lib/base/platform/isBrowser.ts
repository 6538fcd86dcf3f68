/** Whether the program runs in a page or a worker, in a browser or in Electron: users can read everything in it. */
export const isBrowser = (): boolean =>
  'document' in globalThis || ('importScripts' in globalThis && !('Deno' in globalThis))
