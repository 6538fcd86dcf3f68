/** Tells of a value of another type than was assumed: where, as a JSON pointer from the resource, and what was expected. */
export type Tell = (path: string, expected: string) => void

/** Who is told by what decodes at this moment: decoding is synchronous. */
let listener: Tell | undefined

/** Decodes, and tells of each value in it whose type was assumed wrongly. */
export const telling = <A>(told: Tell, decode: () => A): A => {
  const outer = listener
  listener = told
  try {
    return decode()
  } finally {
    listener = outer
  }
}

/** Tells whoever decodes, if anybody wants to know. */
export const tell: Tell = (path, expected) => listener?.(path, expected)
