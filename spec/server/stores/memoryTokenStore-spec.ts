import { createVirtualClock } from '../../../lib/index.js'
import { memoryTokenStore } from '../../../lib/node.js'
import { tokenStoreLaws } from '../../laws/tokenStoreLaws.js'

const asked = { lease: 'a', leaseFor: 1000 }

describe('memoryTokenStore', () => {
  it.each(tokenStoreLaws)('$name', ({ check }) => {
    const clock = createVirtualClock()
    const store = memoryTokenStore({ clock })
    return expect(
      check(
        () => store,
        (ms) => clock.advance(ms),
      ),
    ).resolves.toBeUndefined()
  })

  it('does nothing before somebody subscribes', () => {
    const store = memoryTokenStore()
    const tags: Array<string> = []
    const first = store.take('user', asked)
    store.take('user', { ...asked, lease: 'b' }).subscribe(({ _tag }) => tags.push(_tag))
    first.subscribe(({ _tag }) => tags.push(_tag))
    expect(tags).toEqual(['Leased', 'Busy'])
  })

  it('lets no clock that is set back prolong a lease or a token', () => {
    const clock = createVirtualClock()
    const store = memoryTokenStore<string>({ clock })
    const tags: Array<string> = []
    const take = (lease: string) => store.take('user', { ...asked, lease }).subscribe(({ _tag }) => tags.push(_tag))
    take('a')
    clock.stepWall(-3_600_000)
    clock.advance(1000)
    take('b')
    store.save('user', 'b', 'token', 5000).subscribe()
    clock.stepWall(-3_600_000)
    clock.advance(4999)
    take('c')
    clock.advance(1)
    take('c')
    expect(tags).toEqual(['Leased', 'Leased', 'Stored', 'Leased'])
  })

  it('refuses options that are wrong', () => {
    expect(() => memoryTokenStore({ clock: {} as never })).toThrow('clock')
  })
})
