import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { wrongOption } from '../../../lib/base/error/decodeOptions.js'

describe('wrongOption', () => {
  it('names the option, and what was expected of it', () => {
    const error = wrongOption('/limit', 'a whole number')
    expect(error).toBeInstanceOf(ConfigError)
    expect(error.issues).toEqual([{ path: '/limit', expected: 'a whole number' }])
  })
})
