import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from './decode.js'
import type { StandardIssue, StandardResult, StandardSchema } from './fromStandardSchema.js'
import type { Issue } from './issues.js'

const unescape = (key: string): string => key.replace(/~1/g, '/').replace(/~0/g, '~')

const standardIssue = ({ path, expected }: Issue): StandardIssue => ({
  message: `expected ${expected}`,
  path: path.split('/').slice(1).map(unescape),
})

/** A Standard Schema made from a codec: it returns its result synchronously, never as a Promise. */
export interface CodecSchema<I, A> extends StandardSchema<I, A> {
  readonly '~standard': Omit<StandardSchema<I, A>['~standard'], 'validate'> & {
    readonly validate: (value: unknown) => StandardResult<A>
  }
}

/**
 * Converts a codec to a Standard Schema, for forms, routers and other libraries that validate with such schemas.
 *
 * The schema validates synchronously, never throws, and never changes its input. Its issues are those of {@link decode}, ten
 * at most: the path and what was expected there, but no value. The keys of a path are strings.
 *
 * @example
 * import { id, record, toStandardSchema } from 'rxbank/codec'
 *
 * const payee = toStandardSchema(record('payee', { id }, {}))
 * assert.deepStrictEqual(payee['~standard'].validate({ id: '7' }), { value: { id: 7 } })
 * assert.deepStrictEqual(payee['~standard'].validate({ id: 'x' }), { issues: [{ message: 'expected id', path: ['id'] }] })
 */
export const toStandardSchema = <A, O, I>(codec: t.Type<A, O, I>): CodecSchema<O, A> => ({
  '~standard': {
    version: 1,
    vendor: 'rxbank',
    validate: (value) => {
      const decoded = decode(codec as t.Decoder<unknown, A>, value)
      return isLeft(decoded) ? { issues: decoded.left.map(standardIssue) } : { value: decoded.right }
    },
  },
})
