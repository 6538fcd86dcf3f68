import fc from 'fast-check'
import { isNone, isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import { reveal } from '../../../lib/base/Redacted.js'
import { type ErrorBody, errorBody } from '../../../lib/service/model/ErrorBody.js'
import { anyJson, text } from '../../base/codec/laws.js'

const opened = (body: Option<ErrorBody>): unknown =>
  isNone(body)
    ? null
    : {
        type: isSome(body.value.type) ? body.value.type.value : null,
        message: isSome(body.value.message) ? reveal(body.value.message.value) : null,
      }

describe('errorBody', () => {
  it('reads both shapes that are known', () => {
    const earlier = { type: 'conflict', message: 'User exists', documentation_url: null }
    expect(opened(errorBody(JSON.stringify(earlier)))).toStrictEqual({ type: 'conflict', message: 'User exists' })
    const later = { code: 'invalid_client_credentials', message: 'no', property: 'client_id' }
    expect(opened(errorBody(JSON.stringify(later)))).toStrictEqual({
      type: 'invalid_client_credentials',
      message: 'no',
    })
  })

  it('reads the first of a list of errors', () => {
    const code = 'users.creation.already_exists_with_external_user_id'
    const errors = [
      { code, message: 'taken' },
      { code: 'other', message: 'second' },
    ]
    expect(opened(errorBody(JSON.stringify({ errors })))).toStrictEqual({ type: code, message: 'taken' })
    expect(opened(errorBody('{"errors":[{"code":"x"}]}'))).toStrictEqual({ type: 'x', message: null })
    expect(opened(errorBody('{"errors":[],"code":"c","message":"m"}'))).toStrictEqual({ type: 'c', message: 'm' })
  })

  it('has the codes of a list whose first error says nothing else', () => {
    const body = errorBody('{"errors":[{"code":"E42"},{"code":"missing","property":"limit"}]}')
    expect(isSome(body) && body.value.codes).toEqual([{ code: 'missing', property: 'limit' }])
  })

  it('reads what there is and leaves the rest', () => {
    expect(opened(errorBody('{"message":"only"}'))).toStrictEqual({ type: null, message: 'only' })
    expect(opened(errorBody('{"type":"only"}'))).toStrictEqual({ type: 'only', message: null })
    expect(opened(errorBody('{"type":null,"code":"c","message":5}'))).toStrictEqual({ type: 'c', message: null })
    expect(opened(errorBody('\ufeff{"type":5,"message":"m"}'))).toStrictEqual({ type: null, message: 'm' })
  })

  it('takes only a short word for a type, and keeps the message hidden and short', () => {
    for (const type of ['', 'two words', 'a\nb', '<b>', 'x'.repeat(65), 'é']) {
      expect(errorBody(JSON.stringify({ type }))).toStrictEqual(none)
    }
    const body = errorBody(JSON.stringify({ type: 't', message: 'canary'.repeat(1000) }))
    expect(JSON.stringify(body)).not.toContain('canary')
    expect(opened(body)).toStrictEqual({ type: 't', message: 'canary'.repeat(1000).slice(0, 1000) })
  })

  it('is none for what is no error body, however large', () => {
    const wrong = [
      '',
      '<html>502 Bad Gateway</html>',
      '[]',
      'null',
      '"type"',
      '5',
      '{}',
      '{"type":{}}',
      '{"errors":[]}',
      '{"errors":["x"]}',
      '{"errors":{"code":"x"}}',
    ]
    const large = [
      'x'.repeat(10_000_000),
      JSON.stringify({ type: 't', message: 'x'.repeat(10_000_000) }),
      '['.repeat(60_000),
    ]
    for (const s of [...wrong, ...large]) expect(errorBody(s)).toStrictEqual(none)
    expect(errorBody('{"__proto__":{"type":"polluted"}}')).toStrictEqual(none)
    expect(errorBody('{"type":"ok"}')).toStrictEqual(some({ type: some('ok'), message: none, codes: [{ code: 'ok' }] }))
  })

  it('never throws', () => {
    fc.assert(fc.property(text, (s) => isNone(errorBody(s)) || isSome(errorBody(s))))
    fc.assert(fc.property(anyJson, (json) => isNone(errorBody(JSON.stringify(json))) || typeof json === 'object'))
  })
})
