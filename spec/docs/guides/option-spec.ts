import { allExamples } from '../examples.js'

const guides = allExamples().filter(({ file }) => file.endsWith('.md'))

describe('a program of a guide', () => {
  it('imports nothing of fp-ts', () => {
    expect(guides.length).toBeGreaterThan(100)
    expect(guides.filter(({ code }) => /['"]fp-ts/.test(code)).map(({ title }) => title)).toEqual([])
  })
})
