import { entryPoints } from './docs/entryPoints.js'
import { allExamples, type Example } from './docs/examples.js'
import { exportedValues } from './docs/exportedValues.js'
import { tryExamples } from './docs/tryExamples.js'

/** Far more than it takes: the type checker and the bundler run beside other specs. */
const patience = 300_000
const examples = allExamples()

describe('docs', () => {
  let outcomes: ReadonlyMap<Example, string>

  beforeAll(async () => {
    outcomes = await tryExamples(examples, 60_000)
  }, patience)

  it.each(examples.map((example) => [example.title, example] as const))('%s', (_title, example) => {
    expect(outcomes.get(example)).toBe('')
  })

  it('has no example that asserts nothing', () => {
    const silent = examples.filter(({ code }) => !/\bassert\b/.test(code)).map(({ title }) => title)
    expect(silent).toEqual([])
  })
})

describe.each(Object.values(entryPoints))('%s', (file) => {
  it(
    'says of every value what it is, and shows of every function how it is used',
    () => {
      const values = exportedValues(file)
      const lacking = values.flatMap(({ name, isFunction, hasComment, hasExample }) => [
        ...(hasComment ? [] : [`${name}: a doc comment`]),
        ...(isFunction && !hasExample ? [`${name}: an @example`] : []),
      ])
      expect(lacking).toEqual([])
      expect(values.length).toBeGreaterThan(0)
    },
    patience,
  )
})
