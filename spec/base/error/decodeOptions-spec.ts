import * as t from 'io-ts'
import { options } from '../../../lib/base/codec/options.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { decodeOptions } from '../../../lib/base/error/decodeOptions.js'

const codec = options('options', { name: t.string }, { size: t.number })

const issuesOf = (given: unknown) => {
  try {
    decodeOptions(codec, given)
    return 'decoded'
  } catch (error) {
    return error instanceof ConfigError ? error.issues : error
  }
}

describe('decodeOptions', () => {
  it('gives what was decoded', () => {
    expect(decodeOptions(codec, { name: 'x' })).toStrictEqual({ name: 'x' })
  })

  it('throws one ConfigError for all that is wrong', () => {
    expect(issuesOf({ size: 'x' })).toStrictEqual([
      { path: '/name', expected: 'string (missing)' },
      { path: '/size', expected: 'number' },
    ])
  })

  it('throws a ConfigError if a getter of the options throws', () => {
    const hostile = {
      get name(): string {
        throw new Error('s3cr3t')
      },
    }
    expect(issuesOf(hostile)).toStrictEqual([{ path: '', expected: 'options (its codec threw)' }])
  })
})
