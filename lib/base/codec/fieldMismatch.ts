import { shareAcrossCopies } from '../packageCopies.js'

/** Reports a value whose type differs from the assumed one: its JSON pointer in the resource, and what was expected. */
export type MismatchListener = (path: string, expected: string) => void

/**
 * The listener of the current decoding. There is only one, because decoding is synchronous. It is shared, because a codec may
 * come from another copy of the package than the client.
 */
const current = /* @__PURE__ */ shareAcrossCopies(
  'mismatchListener',
  (): { listener: MismatchListener | undefined } => ({
    listener: undefined,
  }),
)

/** Runs `decode`, and reports each value whose type differs from the assumed one to `listener`. */
export const withMismatchListener = <A>(listener: MismatchListener, decode: () => A): A => {
  const previous = current.listener
  current.listener = listener
  try {
    return decode()
  } finally {
    current.listener = previous
  }
}

/** Reports a value to the listener of the current decoding, if there is one. */
export const reportMismatch: MismatchListener = (path, expected) => current.listener?.(path, expected)
