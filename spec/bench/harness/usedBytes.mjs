/** The bytes that are in use after a full collection; it takes `--expose-gc`. */
export const usedBytes = () => {
  globalThis.gc()
  globalThis.gc()
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}
