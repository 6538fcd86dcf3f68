import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { uuid } from '../../../lib/base/codec/uuid.js'
import { isTotal, roundTrips, text } from './laws.js'

describe('uuid', () => {
  it('keeps a UUID of any version in its case', () => {
    roundTrips(uuid)
    roundTrips(
      uuid,
      fc.uuid().map((s) => s.toUpperCase()),
    )
    roundTrips(uuid, fc.constant('00000000-0000-0000-0000-000000000000'))
  })

  it('refuses other texts', () => {
    isTotal(uuid)
    isTotal(uuid, text)
    const one = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
    for (const s of [
      '',
      `${one} `,
      `${one}\n`,
      `{${one}}`,
      one.replace(/-/g, ''),
      one.replace('c', 'g'),
      one.repeat(300_000),
    ])
      expect(isLeft(uuid.decode(s))).toBe(true)
  })
})
