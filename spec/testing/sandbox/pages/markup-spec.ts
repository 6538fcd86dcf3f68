import fc from 'fast-check'
import { Html, markup } from '../../../../lib/testing/sandbox/pages/markup.js'

describe('markup', () => {
  it('escapes values, and leaves HTML alone', () => {
    const inner = markup`<b>${'<i>'}</b>`
    expect(markup`<p title="${`"'&`}">${inner}${[inner, inner]}${7}${undefined}</p>`.text).toBe(
      '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b><b>&lt;i&gt;</b>7</p>',
    )
    expect(new Html('<hr>').text).toBe('<hr>')
  })

  it('lets no text end an element, an attribute or a reference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = markup`${text}`.text
        expect(written).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
        const read = written.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) =>
          name === 'amp' ? '&' : name === 'lt' ? '<' : name === 'gt' ? '>' : name === 'quot' ? '"' : "'",
        )
        expect(read).toBe(text)
      }),
    )
  })
})
