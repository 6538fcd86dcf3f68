import { Audience } from '../../lib/stream/Audience.js'

const setUp = () => {
  const audience = new Audience<number>()
  const heard: Array<string> = []
  const listen = (name: string, then: () => void = () => undefined) =>
    audience.told$.subscribe({
      next: (value) => {
        heard.push(`${name} ${String(value)}`)
        then()
      },
      error: (error) => heard.push(`${name} ${String(error)}`),
    })
  return { audience, heard, listen }
}

describe('Audience', () => {
  it('tells all who listen, in the order in which they came, and nobody else', () => {
    const { audience, heard, listen } = setUp()
    audience.tell(1)
    const first = listen('a')
    listen('b')
    audience.tell(2)
    first.unsubscribe()
    audience.tell(3)
    expect(heard).toEqual(['a 2', 'b 2', 'b 3'])
  })

  it('is empty until somebody listens, and when the last has left', () => {
    const { audience, listen } = setUp()
    expect(audience.isEmpty()).toBe(true)
    const one = listen('a')
    expect(audience.isEmpty()).toBe(false)
    one.unsubscribe()
    expect(audience.isEmpty()).toBe(true)
  })

  it('tells no further what one of them has made untrue', () => {
    const { audience, heard, listen } = setUp()
    let isTrue = true
    listen('a', () => (isTrue = false))
    listen('b')
    audience.tell(1, () => isTrue)
    expect(heard).toEqual(['a 1'])
  })

  it('tells who leaves meanwhile no more, and who comes meanwhile only the next', () => {
    const { audience, heard, listen } = setUp()
    const first = listen('a', () => {
      second.unsubscribe()
      if (heard.length === 1) listen('c')
    })
    const second = listen('b')
    audience.tell(1)
    first.unsubscribe()
    audience.tell(2)
    expect(heard).toEqual(['a 1', 'c 2'])
  })

  it('fails for all who listen, and who comes then hears the next', () => {
    const { audience, heard, listen } = setUp()
    listen('a')
    listen('b')
    audience.fail('gone')
    expect(audience.isEmpty()).toBe(true)
    listen('c')
    audience.tell(1)
    expect(heard).toEqual(['a gone', 'b gone', 'c 1'])
  })
})
