import { once } from 'node:events'
import { httpServer } from '../helpers/httpServer.js'
import { type Example, markdownExamples } from './examples.js'
import { runExamples } from './runExamples.js'
import { tryExamples } from './tryExamples.js'

const programs = {
  'is right': ['export const answer = await Promise.resolve(42)', 'assert.deepStrictEqual(answer, 42)'],
  'imports assert': ["import assert from 'node:assert/strict'", 'assert.ok(true)'],
  'is of a wrong type': ['const text: string = 42', 'assert.ok(text)'],
  'declares what it does not use': ['const unused = 1'],
  'imports what is not exported': ["import { nothing } from 'rxbank'", 'nothing()'],
  'asserts what is not so': ['', 'assert.deepStrictEqual([1], [2])'],
  'throws no error': ["throw 'text'"],
  'fails in a subscriber': ["import { of } from 'rxjs'", "of(1).subscribe(() => assert.fail('seen'))"],
  'fails in a promise that nobody awaits': ["void Promise.reject(new Error('lost'))"],
  'does not end': ['await new Promise(() => undefined)'],
  'leaves all open': [
    "import { documentedProfile } from 'rxbank'",
    "import { createSandbox } from 'rxbank/sandbox'",
    "import { firstValueFrom, interval, ReplaySubject } from 'rxjs'",
    'interval(10).subscribe()',
    'const opened = new ReplaySubject<string>()',
    'createSandbox({ profile: documentedProfile }).listen().subscribe(opened)',
    'assert.match(await firstValueFrom(opened), /^http/)',
  ],
}

const text = Object.entries(programs).flatMap(([title, lines]) => [`# ${title}`, '```ts', ...lines, '```'])

/** Far more than any example takes that ends. */
const limit = 60_000

describe('tryExamples', () => {
  let outcomes: ReadonlyMap<string, string>

  beforeAll(async () => {
    const nameOf = ({ title }: Example): string => title.replace(/^\S+ /, '')
    const examples = markdownExamples('a.md', text.join('\n'))
    const isEndless = (example: Example): boolean => nameOf(example) === 'does not end'
    const tried = await tryExamples(
      examples.filter((example) => !isEndless(example)),
      limit,
    )
    const [late = ''] = await runExamples(examples.filter(isEndless), 10)
    outcomes = new Map([
      ...Array.from(tried, ([example, outcome]) => [nameOf(example), outcome] as const),
      ['does not end', late],
    ])
  }, 120_000)

  const line = (title: keyof typeof programs, number: number): string =>
    `a.md:${String(text.indexOf(`# ${title}`) + 2 + number)}`

  it.each(['is right', 'imports assert', 'leaves all open'] as const)('finds nothing wrong with what %s', (title) => {
    expect(outcomes.get(title)).toBe('')
  })

  it.each([
    ['is of a wrong type', 1, "Type 'number' is not assignable to type 'string'."],
    ['declares what it does not use', 1, "'unused' is declared but its value is never read."],
    ['imports what is not exported', 1, `Module '"rxbank"' has no exported member 'nothing'.`],
  ] as const)('tells the place and the reason when an example %s', (title, number, reason) => {
    expect(outcomes.get(title)).toBe(`${line(title, number)}: ${reason}`)
  })

  it.each([
    ['asserts what is not so', 'Expected values to be strictly deep-equal'],
    ['throws no error', "threw 'text'"],
    ['fails in a subscriber', 'AssertionError: seen'],
    ['fails in a promise that nobody awaits', 'Error: lost'],
    ['does not end', 'has not ended within 10 ms'],
  ] as const)('tells when an example %s', (title, reason) => {
    expect(outcomes.get(title)).toContain(reason)
  })

  it('tells the place of an assertion that fails', () => {
    expect(outcomes.get('asserts what is not so')).toContain(`${line('asserts what is not so', 2)}: AssertionError`)
  })

  it('ends what examples leave open', async () => {
    const server = await httpServer((_request, response) => response.write('the beginning of an answer'))
    const opening = markdownExamples('a.md', ['# Open', '```ts', `await fetch('${server.url}')`, '```'].join('\n'))
    expect(await runExamples(opening, limit)).toEqual([''])
    const [request] = server.requests
    if (request?.socket.destroyed === false) await once(request.socket, 'close')
    expect(request?.socket.destroyed).toBe(true)
    await server.close()
  })

  it('names the example that ends the process of all', async () => {
    const ending = markdownExamples('a.md', ['# End', '```ts', 'process.exit(3)', '```'].join('\n'))
    await expect(runExamples(ending, limit)).rejects.toThrow('a.md:3 End has ended the thread of all with code 3')
  })
})
