import { bridge2018, bridge2019, bridge2021 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/index.js'
import { mirroredBank } from '../../helpers/mirroredBank.js'

describe.each([
  { name: 'default', bank: () => mirroredBank(documentedProfile) },
  { name: 'bridge2018', bank: () => mirroredBank(bridge2018) },
  { name: 'bridge2019', bank: () => mirroredBank(bridge2019) },
  { name: 'bridge2021', bank: () => mirroredBank(bridge2021) },
])('transaction scenario 01: pending to posted ($name)', ({ bank }) => {
  it('two rounds: added, then removed and added under another id, and the two are linked', () => {
    const { sandbox, mirror, errors, truth, watch, later, pend } = bank()
    watch()
    expect(mirror.rows).toEqual(truth())

    const pending = pend()
    later()
    const posted = sandbox.postTransaction(pending)
    later()
    expect(mirror.seen).toEqual([
      { added: [pending], updated: [], removed: [], links: [] },
      { added: [posted], updated: [], removed: [pending], links: [{ pending, posted }] },
    ])
    expect([mirror.rows, errors]).toEqual([truth(), []])
  })

  it('several at once, in one round, are linked each to its own', () => {
    const { sandbox, mirror, truth, watch, later, pend } = bank()
    watch()
    const pending = [-10, -20, -30].map((amount) => pend({ amount }))
    later()
    const links = pending.map((id) => ({ pending: id, posted: sandbox.postTransaction(id) }))
    later()
    expect(mirror.links).toEqual(links)
    expect(mirror.rows).toEqual(truth())
  })

  it('one whose amount is another when it posts is linked within the tolerance alone', () => {
    const changed = (follow?: { readonly tolerance: number }) => {
      const { sandbox, mirror, truth, watch, later, pend } = bank()
      watch({}, follow)
      const pending = pend({ amount: -100 })
      later()
      const posted = sandbox.postTransaction(pending, { amount: -115 })
      later()
      expect(mirror.rows).toEqual(truth())
      return [mirror.links, [{ pending, posted }]]
    }
    expect(changed()[0]).toEqual([])
    const [links, expected] = changed({ tolerance: 0.15 })
    expect(links).toEqual(expected)
  })

  it('one that is posted before it was ever seen is added once, and its tombstone passes through', () => {
    const { sandbox, mirror, truth, watch, later, pend } = bank()
    watch()
    const pending = pend()
    const posted = sandbox.postTransaction(pending)
    later()
    expect(mirror.seen).toEqual([{ added: [posted], updated: [], removed: [pending], links: [] }])
    expect(mirror.rows).toEqual(truth())
  })
})
