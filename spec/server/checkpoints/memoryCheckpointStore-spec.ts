import { memoryCheckpointStore } from '../../../lib/node.js'
import { bookmarkAt } from '../../helpers/bookmarkAt.js'
import { checkpointStoreLaws } from '../../laws/checkpointStoreLaws.js'

describe('memoryCheckpointStore', () => {
  it.each(checkpointStoreLaws)('$name', ({ check }) => {
    const store = memoryCheckpointStore()
    return expect(check(() => store)).resolves.toBeUndefined()
  })

  it('does nothing before somebody subscribes', () => {
    const store = memoryCheckpointStore()
    const load = store.load('stocks')
    const save = store.save('stocks', bookmarkAt(0))
    const tags: Array<string> = []
    load.subscribe(({ _tag }) => tags.push(_tag))
    save.subscribe()
    load.subscribe(({ _tag }) => tags.push(_tag))
    expect(tags).toEqual(['None', 'Some'])
  })

  it('refuses to save anything but a bookmark', () => {
    const errors: Array<unknown> = []
    memoryCheckpointStore()
      .save('stocks', new Date(0) as never)
      .subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/bookmark' }] }])
  })

  it('keeps nothing for another store', () => {
    memoryCheckpointStore().save('stocks', bookmarkAt(0)).subscribe()
    const tags: Array<string> = []
    memoryCheckpointStore()
      .load('stocks')
      .subscribe(({ _tag }) => tags.push(_tag))
    expect(tags).toEqual(['None'])
  })
})
