import { inspect } from 'node:util'
import { sealingKeys } from '../../../lib/server/stores/sealedTokenStore.js'

const key = Buffer.alloc(32, 7)

describe('sealingKeys', () => {
  it.each([key.toString('base64'), key.toString('base64url')])('reads 32 bytes: %s', (text) => {
    expect(sealingKeys([text])[0].key).toEqual(key)
  })

  it('names keys apart', () => {
    const [first, second] = sealingKeys([key.toString('base64'), Buffer.alloc(32, 8).toString('base64')])
    expect(second?.name).not.toEqual(first.name)
    expect(first.name).toHaveLength(4)
  })

  const canary = 'c4nary'
  it.each<readonly [string, unknown]>([
    ['no list', canary],
    ['nothing', undefined],
    ['no key', []],
    ['a short key', [Buffer.from(canary).toString('base64'), canary]],
    ['a key and one that is too long', [key.toString('base64'), Buffer.alloc(33).toString('base64')]],
    ['other characters', [canary.padEnd(43, '!')]],
    ['bytes', [key]],
    ['two in one', [`${key.toString('base64')} ${canary}`]],
  ])('refuses %s, and does not show it', (_, keys) => {
    let error: unknown
    try {
      sealingKeys(keys as ReadonlyArray<string>)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/keys' }] })
    const text = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`
    expect([text.includes(canary), text.includes(Buffer.from(canary).toString('base64'))]).toEqual([false, false])
  })
})
