/** Runs work whose timers and clocks are Jest's, up to eleven seconds of them: `kept`, or how it failed. */
export const underFakeTime = async (work: () => Promise<void>): Promise<string> => {
  jest.useFakeTimers()
  const end = work().then(
    () => 'kept',
    (error: unknown) => String(error),
  )
  await jest.advanceTimersByTimeAsync(11_000)
  const text = await end
  jest.useRealTimers()
  return text
}
