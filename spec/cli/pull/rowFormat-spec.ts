import fc from 'fast-check'
import { csv } from '../../../lib/cli/pull/rowFormat.js'

/** The cells of a line, as RFC 4180 says. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replace(/""/g, '"'),
  )

describe('csv', () => {
  it('makes one line of each row, below the names of the fields, and names them once', () => {
    const lines = csv()
    expect(lines([{ id: 1, name: 'Café "Nord", Paris', amount: -4.5, is_deleted: null }])).toStrictEqual([
      'id,name,amount,is_deleted,others',
      '1,"Café ""Nord"", Paris",-4.5,,',
    ])
    expect(lines([{ amount: 7, id: 2, name: ' x' }])).toStrictEqual(['2," x",7,,'])
  })

  it('keeps what is nested, and what later pages have more, as JSON', () => {
    const lines = csv()
    expect(lines([{ id: 1, parts: [1, { a: 'b' }] }])).toStrictEqual(['id,parts,others', '1,"[1,{""a"":""b""}]",'])
    expect(lines([{ id: 2, parts: [], note: 'x' }])).toStrictEqual(['2,[],"{""note"":""x""}"'])
  })

  it('takes the columns from the first page that has rows, and from all of its rows', () => {
    const lines = csv()
    expect(lines([])).toStrictEqual([])
    expect(lines([{ id: 1 }, { id: 2, name: 'x' }])).toStrictEqual(['id,name,others', '1,,', '2,x,'])
  })

  it('never makes more lines than rows, nor lets a text steer a terminal', () => {
    const [, line] = csv()([{ text: 'a\r\nb\u001b[31m\u2028c\\d' }])
    expect(line).toBe('a\\r\\nb\\u001b[31m\\u2028c\\d,')
  })

  it('has no cell that a spreadsheet runs', () => {
    const texts = ['=1+1', '+SUM(A1)', '-2+3', '@cmd', ' =1', '\t=1', '=HYPERLINK("//evil.example")', '-4.50', '+12']
    const [, line = ''] = csv()([Object.fromEntries([...texts, -4.5].map((text, at) => [`f${String(at)}`, text]))])
    expect(cellsOf(line)).toStrictEqual([
      "'=1+1",
      "'+SUM(A1)",
      "'-2+3",
      "'@cmd",
      "' =1",
      '\\t=1',
      '\'=HYPERLINK("//evil.example")',
      '-4.50',
      '+12',
      '-4.5',
      '',
    ])
  })

  it.each([
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1+2', "'－1+2"],
    ['＠cmd', "'＠cmd"],
    ['﹦1', "'﹦1"],
    ['−2', "'−2"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff \u00ad+1', "'\ufeff \u00ad+1"],
    ['\u3164@cmd', "'\u3164@cmd"],
    ['\u00a0=1', "'\u00a0=1"],
    ['Café;=1+1', "Café;'=1+1"],
    ['a;b; \u200b＝1;-2', "a;b;' \u200b＝1;'-2"],
    ['a;"=1"', 'a;\'"=1"'],
    ['-4;5', "'-4;5"],
    ['a; b = 1', 'a; b = 1'],
    ['1 + 1 = 2', '1 + 1 = 2'],
  ])('writes the text %j as %j', (text, expected) => {
    const [, line = ''] = csv()([{ text }])
    expect(cellsOf(line)).toStrictEqual([expected, ''])
  })

  it('keeps the value of JSON in a cell that a locale would split', () => {
    const value = { a: 'x;=1', b: ['y;＝1', ';z'] }
    const [, line = ''] = csv()([{ value }])
    expect(line).toContain('x\\u003b=1')
    expect(JSON.parse(cellsOf(line)[0] ?? '')).toStrictEqual(value)
  })

  it('has no formula after any semicolon, however the line is split', () => {
    const unit = fc.constantFrom('a', '=', '+', '-', '@', '＝', ';', '"', ',', ' ', '\u200b', '\t', '1')
    const text = fc.string({ unit, maxLength: 8 })
    fc.assert(
      fc.property(text, fc.array(text), (one, list) => {
        const [, line = ''] = csv()([{ id: 1, one, list, [one]: one }])
        for (const piece of line.split(';').slice(1)) expect(piece).not.toMatch(/^["\s\u200b]*[=+@＝-]/u)
        for (const each of cellsOf(line)) expect(each).not.toMatch(/^[\s\u200b]*[=+@＝-](?!\d+$)/u)
      }),
      { numRuns: 1000 },
    )
  })

  it('has nothing for a field that a row lacks, whatever the name of the field', () => {
    const rows = JSON.parse('[{"id":1,"__proto__":"a","constructor":"b","toString":"c"},{"id":2}]') as Array<object>
    expect(csv()(rows as unknown as ReadonlyArray<Readonly<Record<string, unknown>>>).slice(1)).toStrictEqual([
      '1,a,b,c,',
      '2,,,,',
    ])
  })

  it('has no field name that a spreadsheet runs', () => {
    expect(csv()([{ '=1': 1 }])[0]).toBe("'=1,others")
  })

  it('loses nothing of a row of texts that a line can hold', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', ' ', '\\', 'é', "'", ';', '=') }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(texts, (values) => {
        const row = Object.fromEntries(values.map((value, index) => [`f${String(index)}`, value]))
        const [, line = ''] = csv()([row])
        const expected = values.map((value) => value.replace(/^(?= *=)|(?<=;)(?=[ "]*=)/g, "'"))
        expect(cellsOf(line)).toStrictEqual([...expected, ''])
      }),
    )
  })
})
