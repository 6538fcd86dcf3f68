/** The longest wait, in milliseconds, that is not worth reporting: nobody notices it. */
export const shortWaitMs = 1000
