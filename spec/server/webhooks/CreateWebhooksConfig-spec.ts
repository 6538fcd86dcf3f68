import { redact } from '../../../lib/index.js'
import { createWebhooks } from '../../../lib/node.js'
import { webhookSettings } from '../../../lib/server/webhooks/CreateWebhooksConfig.js'

describe('CreateWebhooksConfig', () => {
  it('has defaults for all but the secrets', () => {
    expect(webhookSettings({ secrets: ['C4N4RY'] })).toMatchObject({
      maxBodySize: 65_536,
      timeout: 10_000,
      maxAge: 172_800_000,
      addresses: undefined,
    })
  })

  it('hides the secrets', () => {
    const { secrets } = webhookSettings({ secrets: ['C4N4RY', redact('C4N4RY')] })
    expect(secrets.map(String)).toEqual(['<redacted>', '<redacted>'])
  })

  it.each([
    [{}, '/secrets', 'one or two secrets of visible ASCII (missing)'],
    [{ secrets: [] }, '/secrets', 'one or two secrets of visible ASCII'],
    [{ secrets: 'C4N4RY' }, '/secrets', 'one or two secrets of visible ASCII'],
    [{ secrets: ['a', 'b', 'c'] }, '/secrets', 'one or two secrets of visible ASCII'],
    [{ secrets: ['a', ''] }, '/secrets/1', 'secret (visible ASCII)'],
    [{ secrets: ['<redacted>'] }, '/secrets/0', 'secret (visible ASCII)'],
    [{ secrets: ['a'], maxBodySize: 0 }, '/maxBodySize', 'a whole number, 1 or more (is 0)'],
    [{ secrets: ['a'], timeout: 0 }, '/timeout', 'milliseconds, 1 or more (is 0)'],
    [{ secrets: ['a'], maxAge: 0 }, '/maxAge', 'milliseconds, more than 0, or Infinity'],
    [{ secrets: ['a'], maxAge: NaN }, '/maxAge', 'milliseconds, more than 0, or Infinity'],
    [{ secrets: ['a'], addresses: '63.32.31.5' }, '/addresses', expect.any(String)],
    [{ secrets: ['a'], storeEvent: {} }, '/storeEvent', 'a function of an event'],
    [
      { secrets: ['a'], clock: Date },
      '/clock',
      'a clock, with wall, monotonic and scheduler; wakeUp$, if any, an Observable',
    ],
    [{ secrets: ['a'], secret: 'b' }, '/secret', 'no such option; did you mean secrets?'],
  ])('refuses %j', (config, path, expected) => {
    expect(() => createWebhooks(config as never)).toThrow(
      expect.objectContaining({ _tag: 'ConfigError', issues: [{ path, expected }] }) as Error,
    )
  })

  it('shows no secret in an error', () => {
    expect(() => createWebhooks({ secrets: ['C4N4RY é'] })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('C4N4RY') }) as Error,
    )
  })
})
