/** Whether the program runs where everyone can read it: a page or a worker of one, also in Electron. */
export const isBrowser = (): boolean =>
  'document' in globalThis || ('importScripts' in globalThis && !('Deno' in globalThis))
