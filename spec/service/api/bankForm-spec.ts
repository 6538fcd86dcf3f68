import fc from 'fast-check'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { getBankForm, parseBankFormCallback } from '../../../lib/service/api/bankForm.js'
import { serviceAt } from '../../helpers/service.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const otherUuid = '00000000-0000-4000-8000-000000000000'
const query = `user_uuid=${uuid}&item_id=187741`
const expected = right({ user_uuid: uuid, item_id: 187741 })

const issuesOf = (url: string, user = uuid) => {
  const parsed = parseBankFormCallback(url, user)
  return isLeft(parsed) && parsed.left instanceof DecodeError ? parsed.left.issues : parsed
}

describe('getBankForm', () => {
  const { codec } = getBankForm(serviceAt(), {})

  it('answers the address of the form', () => {
    expect(codec.decode({ redirect_url: 'https://form.example/?context=x' })).toEqual(
      right('https://form.example/?context=x'),
    )
  })

  it.each(['http://127.0.0.1:3210/session/1', 'http://localhost:3210/session/1'])(
    'answers the address of a sandbox on this machine: %s',
    (redirect_url) => {
      expect(codec.decode({ redirect_url })).toEqual(right(redirect_url))
    },
  )

  it.each([
    'http://form.example',
    'http://127.0.0.1.form.example/',
    'https://form.example/\r\nSet-Cookie: a=b',
    'https://form.example\t/',
    'https://joe@form.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//form.example',
    '/form',
    '',
    7,
    null,
    undefined,
  ])('refuses the address %p: a browser will be sent there', (redirect_url) => {
    const expected = `an https URL; http only to this machine${redirect_url === undefined ? ' (missing)' : ''}`
    expect(decode(codec, { redirect_url })).toEqual(left([{ path: '/redirect_url', expected }]))
  })
})

const itemWords = 'the id of an item, such as 187741'

describe('parseBankFormCallback', () => {
  it.each([
    `https://app.example/connected?${query}`,
    `https://app.example/connected?state=x&${query}&utm=y#fragment`,
    `http://localhost:4200/?${query}`,
    `myapp://connected?${query}`,
    `com.example.app:/connected?${query}`,
  ])('reads %s', (url) => {
    expect(parseBankFormCallback(url, uuid)).toEqual(expected)
  })

  it('takes the uuid in any case', () => {
    expect(parseBankFormCallback(`https://app.example/?${query}`, uuid.toUpperCase())).toEqual(expected)
  })

  it('refuses another user’s: then the browser was sent there by somebody else', () => {
    const wrong = [{ path: '/user_uuid', expected: 'the user who was sent to the form' }]
    expect(issuesOf(`https://app.example/?${query}`, otherUuid)).toEqual(wrong)
    expect(issuesOf(`https://app.example/?${query}`, '')).toEqual(wrong)
  })

  it('says of another user’s what it means, and advises nothing that it does not take', () => {
    const parsed = parseBankFormCallback(`https://app.example/?${query}`, otherUuid)
    expect(isLeft(parsed) && parsed.left.message).toBe(
      'bankForm.callback: the callback belongs to another user than the one sent there; ignore it, and send the user ' +
        'there again: user_uuid: expected the user who was sent to the form',
    )
  })

  const once = 'to occur once'

  it.each([
    [`${query}&user_uuid=${uuid}`, '/user_uuid'],
    [`${query}&user_uuid=${otherUuid}`, '/user_uuid'],
    [`user_uuid=${otherUuid}&${query}`, '/user_uuid'],
    [`${query}&user_uuid=`, '/user_uuid'],
    [`${query}&user_uuid`, '/user_uuid'],
    [`${query}&user%5Fuuid=${uuid}`, '/user_uuid'],
    [`${query}&USER_UUID=${otherUuid}`, '/user_uuid'],
    [`${query}#user_uuid=${otherUuid}`, '/user_uuid'],
    [`${query}#/done?user_uuid=${otherUuid}`, '/user_uuid'],
    [`${query}&item_id=187741`, '/item_id'],
    [`${query}&item_id=1`, '/item_id'],
    [`item_id=&${query}`, '/item_id'],
    [`${query}&Item_Id=1`, '/item_id'],
    [`${query}#x=1&item_id=1`, '/item_id'],
  ])('refuses %p, which different readers read differently', (twice, path) => {
    expect(issuesOf(`https://app.example/connected?${twice}`)).toEqual([{ path, expected: once }])
  })

  it('takes what is there once, whatever else is', () => {
    fc.assert(
      fc.property(fc.webFragments(), fc.string(), (fragment, state) => {
        fc.pre(!/user_uuid|item_id|%/i.test(fragment))
        const more = new URLSearchParams({ state, other_user_uuid: otherUuid }).toString()
        expect(parseBankFormCallback(`https://app.example/?${more}&${query}#${fragment}`, uuid)).toEqual(expected)
      }),
    )
  })

  it.each([
    [`user_uuid=${uuid}`, [{ path: '/item_id', expected: `${itemWords} (missing)` }]],
    ['item_id=187741', [{ path: '/user_uuid', expected: 'UUID (missing)' }]],
    [
      '',
      [
        { path: '/user_uuid', expected: 'UUID (missing)' },
        { path: '/item_id', expected: `${itemWords} (missing)` },
      ],
    ],
    [`user_uuid=${uuid}&item_id=`, [{ path: '/item_id', expected: itemWords }]],
    [`user_uuid=${uuid}&item_id=-1`, [{ path: '/item_id', expected: itemWords }]],
    [`user_uuid=${uuid}&item_id=1.5`, [{ path: '/item_id', expected: itemWords }]],
    [`user_uuid=${uuid}&item_id=9007199254740993`, [{ path: '/item_id', expected: itemWords }]],
    [`user_uuid=${uuid}&item_id=%3Cscript%3E`, [{ path: '/item_id', expected: itemWords }]],
    [`user_uuid=${uuid}%00&item_id=1`, [{ path: '/user_uuid', expected: 'UUID' }]],
    [`user_uuid=../x&item_id=1`, [{ path: '/user_uuid', expected: 'UUID' }]],
    [`__proto__=x&user_uuid[]=${uuid}&item_id=1`, [{ path: '/user_uuid', expected: 'UUID (missing)' }]],
  ])('says what is wrong in %p', (wrong, issues) => {
    expect(issuesOf(`https://app.example/connected?${wrong}`)).toEqual(issues)
  })

  it.each(['', 'garbage', `/connected?${query}`, `?${query}`, 'https://', `https://[?${query}`])(
    'refuses %p',
    (url) => {
      expect(issuesOf(url)).toEqual([{ path: '', expected: 'an absolute URL' }])
    },
  )

  it.each([`javascript:alert(1)?${query}`, `data:text/html,x?${query}`, `mailto:joe@example.com?${query}`])(
    'refuses %p, if no browser is sent',
    (url) => {
      expect(issuesOf(url)).toEqual([{ path: '', expected: 'an absolute URL' }])
    },
  )

  it('reads a URL of ten megabytes, or refuses it, without ado', () => {
    const long = 'x'.repeat(10_000_000)
    expect(issuesOf(`https://app.example/?user_uuid=${long}&item_id=1`)).toEqual([
      { path: '/user_uuid', expected: 'UUID' },
    ])
    expect(issuesOf(`https://app.example/?user_uuid=${uuid}&item_id=${'9'.repeat(10_000_000)}`)).toEqual([
      { path: '/item_id', expected: itemWords },
    ])
  })

  it('shows nothing of the URL in its error', () => {
    const parsed = parseBankFormCallback('https://app.example/?user_uuid=s3cr3t-canary&code=s3cr3t-canary', uuid)
    if (!isLeft(parsed)) throw new Error('not refused')
    expect(parsed.left).toMatchObject({ _tag: 'DecodeError', operation: 'bankForm.callback', reason: 'callback' })
    expect(String(parsed.left.stack) + JSON.stringify(parsed.left)).not.toContain('s3cr3t-canary')
  })

  it.each([
    ['2016-01-17', expected],
    ['2016-01-18', left([{ path: '/user_uuid', expected: 'UUID (missing)' }])],
  ])(
    'takes a callback that names no user for the one who was expected, before 2016-01-18: %s',
    (serviceVersion, given) => {
      const parsed = parseBankFormCallback('https://app.example/?item_id=187741', uuid, { serviceVersion })
      expect(isLeft(parsed) && parsed.left instanceof DecodeError ? left(parsed.left.issues) : parsed).toEqual(given)
    },
  )

  it('refuses another user’s at every API version, and an expected one that is none', () => {
    const serviceVersion = '2015-01-01'
    expect(isLeft(parseBankFormCallback(`https://app.example/?${query}`, otherUuid, { serviceVersion }))).toBe(true)
    expect(isLeft(parseBankFormCallback('https://app.example/?item_id=1', 'nobody', { serviceVersion }))).toBe(true)
  })

  it('refuses a version that is no date', () => {
    const parsed = parseBankFormCallback(`https://app.example/?${query}`, uuid, { serviceVersion: 'beta 2' })
    expect(isLeft(parsed) && parsed.left).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/serviceVersion' }] })
  })

  it('never throws, and gives only the expected user', () => {
    const url = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true }),
      fc.constant(`https://app.example/?${query}`),
    )
    fc.assert(
      fc.property(url, fc.constantFrom(uuid, otherUuid), (text, user) => {
        const parsed = parseBankFormCallback(text, user)
        expect(isLeft(parsed) || parsed.right.user_uuid === user).toBe(true)
      }),
    )
  })
})
