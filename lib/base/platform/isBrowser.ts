/** Whether the program runs in a page or a worker, also in Electron, where users can read everything in it. */
export const isBrowser = (): boolean =>
  'document' in globalThis || ('importScripts' in globalThis && !('Deno' in globalThis))
