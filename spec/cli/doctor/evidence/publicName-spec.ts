import fc from 'fast-check'
import {
  nameWords,
  publicCode,
  publicHeader,
  publicName,
  publicPath,
} from '../../../../lib/cli/doctor/evidence/publicName.js'

describe('publicName', () => {
  it.each(['iban_filled_manually', 'generated_at', 'loan_details', 'is_deleted'])(
    'is %s, which a profile or the reference has',
    (name) => {
      expect(publicName(name)).toBe(name)
    },
  )

  it.each(['salary', 'loan', 'mortgage', 'credit_limit', 'createdAt', 'toString', 'page'])(
    'is * for %s, whose words are ordinary, but which no profile has',
    (name) => {
      expect(publicName(name)).toBe('*')
    },
  )

  it.each(['X-Request-Id', 'x-ratelimit-reset', 'retry-after', 'cf-ray'])('shows the header %s', (name) => {
    expect(publicHeader(name)).toBe(name)
  })

  it.each([
    'dupont',
    'Jeanne Dupont',
    'jeanne_dupont',
    '48178048',
    'FR7630006000011234567890189',
    '',
    '__proto__',
    'é',
    'name2',
    'Max',
    'max',
    'RAY',
  ])('is * for %j', (name) => {
    expect([publicName(name), publicHeader(name)]).toEqual(['*', '*'])
  })

  it('shows only headers whose words are all in the list, whatever the name', () => {
    const parts = fc.oneof(
      fc.constantFrom(...nameWords),
      fc.string({ unit: fc.constantFrom(...Array.from('abcdefghijklm019é ')) }),
    )
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 9 }), fc.constantFrom('_', '-', ''), (words, joint) => {
        const shown = publicHeader(words.join(joint))
        if (shown === '*' || joint === '') return
        for (const word of shown.split(joint)) expect(words).toContain(word)
        expect(shown.length).toBeLessThanOrEqual(60)
      }),
    )
  })

  it('keeps the indices and the known names of a path', () => {
    expect(publicPath('/resources/3/updated_at')).toBe('/resources/3/updated_at')
    expect(publicPath('/resources/3/dupont/48178048')).toBe('/resources/3/*/*')
    expect(publicPath('resources[].dupont')).toBe('resources[].*')
  })

  it('keeps the code of an error whose words are known', () => {
    expect(publicCode('users.creation.already_exists_with_external_user_id')).toBe(
      'users.creation.already_exists_with_external_user_id',
    )
    expect([publicCode('dupont'), publicCode('users.dupont')]).toStrictEqual([undefined, undefined])
  })
})
