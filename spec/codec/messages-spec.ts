import { inWords, words } from '../../lib/codec/messages.js'

describe('texts for people', () => {
  it('are whole in the sources, and on Node', () => {
    expect(words('an https URL')).toBe('an https URL')
    expect(inWords(() => 'an explanation')).toBe('an explanation')
  })
})
