import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { printRow } from '../../../lib/mirror/core/rowText.js'
import { respelled } from '../../helpers/respelled.js'
import { all, type Place, scriptedUser } from './place.js'

const config = { id: 'A6J', feeds: ['accounts', 'transactions'] } as const

/** Which rows count as changed, on whatever database. */
export const changedRows = (name: string, open: () => Promise<Place>): void => {
  describe(`a row of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    it('has changed when one of its values has, whatever JSON it is', async () => {
      const mirror = place.createMirror()
      await all(mirror.migrate())
      const characters = ['a', 'b', '"', '\\', '.', '[0]', '$', '\0', 'é', '\u{1F600}', '\n'] as const
      const key = fc.string({ unit: fc.constantFrom(...characters) })
      // Not in keys: two keys may become one, if both have characters that no database holds.
      const text = fc.string({ unit: fc.constantFrom(...characters, '\ud800') })
      const { value: json } = fc.letrec((tie) => ({
        value: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('list'), tie('record')),
        leaf: fc.oneof(
          text,
          fc.integer({ min: -2, max: 2 }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        list: fc.array(tie('value'), { maxLength: 3 }),
        record: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      }))
      let id = 0
      await fc.assert(
        fc.asyncProperty(json, json, fc.infiniteStream(fc.nat()), async (one, other, order) => {
          id++
          const changed = async (x: unknown) => {
            const batches = await all(
              mirror.sync(scriptedUser([JSON.stringify({ id, x })]), { id: 'A6J', feeds: ['transactions'] }),
            )
            await place.script(`DELETE FROM ${place.table('checkpoints')}`)
            return batches.flatMap((batch) => batch.changedIds).length
          }
          const isSame = isDeepStrictEqual(JSON.parse(printRow({ x: one })), JSON.parse(printRow({ x: other })))
          const seen = [await changed(one), await changed(respelled(one, order)), await changed(other)]
          expect([one, other, seen]).toEqual([one, other, [1, 0, isSame ? 0 : 1]])
        }),
        { numRuns: 100 },
      )
    })

    it('has not changed with its keys in another order, or its values in another spelling', async () => {
      const mirror = place.createMirror()
      const spellings = [
        '{"id":1,"amount":1.0,"updated_at":"2024-01-01T00:00:00Z","account_id":7,"x":{"a":[1,{"b":2,"c":3}],"d":-0}}',
        '{"x":{"d":0,"a":[1.0,{"c":3,"b":2.0}]},"account_id":"7","updated_at":"2024-01-01T00:00:00.000Z","amount":1,"id":"1"}',
        '{"id":1e0,"account_id":7,"amount":1,"updated_at":"2024-01-01T02:00:00+02:00","x":{"a":[1,{"b":2,"c":3}],"d":0}}',
      ]
      const accounts = ['{"id":7,"name":"a","iban":"b"}']
      const seen = []
      for (const row of spellings) {
        // Rounds of their own, as after a bookmark was lost.
        const batches = await all(mirror.sync(scriptedUser([row], accounts), config))
        seen.push(batches.map(({ changedIds }) => changedIds))
        await place.script(`DELETE FROM ${place.table('checkpoints')}`)
        await all(mirror.sync(scriptedUser([], ['{"iban":"b","name":"a","id":7}']), { ...config, feeds: ['accounts'] }))
      }
      expect(seen).toEqual([
        [['7'], ['1']],
        [[], []],
        [[], []],
      ])
      const changed = ['"c":4', '"c":"3"', '"c":null', '"c":[]', '"c":{}', '"e":3', '"c":3,"e":1'].map((part) =>
        (spellings[0] ?? '').replace('"c":3', part),
      )
      for (const row of [...changed, (spellings[0] ?? '').replace('[1,', '[1,1,')]) {
        const [, batch] = await all(mirror.sync(scriptedUser([row], accounts), config))
        expect([row, batch?.changedIds]).toEqual([row, ['1']])
      }
    })
  })
}
