import { setImmediate } from 'node:timers/promises'
import { afterCollections } from '../../../lib/base/platform/afterCollections.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'

const collectUntil = async (isDone: () => boolean) => {
  for (let turn = 0; turn < 20 && !isDone(); turn++) {
    await setImmediate()
    collectGarbage()
  }
}

describe('afterCollections', () => {
  it('sweeps after each collection, and does not keep its owner', async () => {
    let sweeps = 0
    const owners = new Set([{ sweep: () => sweeps++ }])
    const weakOwner = Array.from(owners, (owner) => {
      afterCollections(owner)
      return new WeakRef(owner)
    })[0]
    await collectUntil(() => sweeps >= 2)
    expect([sweeps >= 2, owners.size]).toEqual([true, 1])
    owners.clear()
    await collectUntil(() => weakOwner?.deref() === undefined)
    expect(weakOwner?.deref()).toBeUndefined()
  })

  it('does nothing on a platform that does not tell', () => {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'FinalizationRegistry')
    Reflect.deleteProperty(globalThis, 'FinalizationRegistry')
    try {
      expect(() => afterCollections({ sweep: () => undefined })).not.toThrow()
    } finally {
      Object.defineProperty(globalThis, 'FinalizationRegistry', descriptor as PropertyDescriptor)
    }
  })
})
