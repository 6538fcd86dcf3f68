import { commentExamples, markdownExamples } from './examples.js'

describe('markdownExamples', () => {
  it('reads the fences under one heading as one program, hidden ones too, each line where it is in the file', () => {
    const text = ['# One', '```ts', 'const a = 1', '```', 'prose', '<!--', '```ts', 'void a', '```', '-->'].join('\n')
    expect(markdownExamples('a.md', text)).toEqual([
      { file: 'a.md', title: 'a.md:3 One', language: 'ts', code: '\n\nconst a = 1\n\n\n\n\nvoid a' },
    ])
  })

  it('begins a new program at each heading, and knows a heading from a line of another fence', () => {
    const text = ['## A', '```sh', '# no heading', '```', '```ts', 'a()', '```', '## B', '```ts', 'b()', '```'].join(
      '\n',
    )
    expect(markdownExamples('a.md', text).map(({ title }) => title)).toEqual(['a.md:6 A', 'a.md:10 B'])
  })

  it('reads a program with JSX as such', () => {
    const text = ['```tsx', 'a(<b />)', '```', '# A', '```ts', 'b()', '```'].join('\n')
    expect(markdownExamples('a.md', text).map(({ language }) => language)).toEqual(['tsx', 'ts'])
  })

  it('misses no program before the first heading, nor one that says typescript', () => {
    const text = ['```typescript', 'a()', '```', '# A', '```js', 'b()', '```'].join('\n')
    expect(markdownExamples('a.md', text).map(({ code }) => code)).toEqual(['\na()'])
  })

  it('leaves out the files of an app', () => {
    const text = ['```tsx', '// app/[id]/page.tsx', 'a()', '```', '```ts', '// b', 'c()', '```'].join('\n')
    expect(markdownExamples('a.md', text).map(({ code, language }) => [code, language])).toEqual([
      ['\n\n\n\n\n// b\nc()', 'ts'],
    ])
  })
})

describe('commentExamples', () => {
  const comment = (...lines: ReadonlyArray<string>): string => `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`

  it('reads each @example of a comment, up to the next tag, and names what the comment is about', () => {
    const text = `${comment('Does.', '', '@example', 'a()', '', '  b()', '@example', 'c()', '@internal', 'd()')}\nexport const e = 1`
    expect(commentExamples('a.ts', text)).toEqual([
      { file: 'a.ts', title: 'a.ts:5 e', language: 'ts', code: '\n\n\n\na()\n\n  b()' },
      { file: 'a.ts', title: 'a.ts:9 e', language: 'ts', code: '\n\n\n\n\n\n\n\nc()' },
    ])
  })

  it('takes a decorator for a part of the program', () => {
    const text = `${comment('@example', '@Component({})', 'class A {}')}\nexport class B {}`
    expect(commentExamples('a.ts', text)).toEqual([
      { file: 'a.ts', title: 'a.ts:3 B', language: 'ts', code: '\n\n@Component({})\nclass A {}' },
    ])
  })

  it.each(['abstract class', 'const', 'class', 'interface', 'type', 'function'])('names an exported %s', (kind) => {
    const text = `${comment('@example', 'a()')}\nexport ${kind} Name`
    expect(commentExamples('a.ts', text).map(({ title }) => title)).toEqual(['a.ts:3 Name'])
  })
})
