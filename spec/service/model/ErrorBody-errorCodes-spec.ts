import fc from 'fast-check'
import { errorCodes } from '../../../lib/service/model/ErrorBody.js'

describe('errorCodes', () => {
  it.each<[object, ReadonlyArray<object>]>([
    [{ code: 'invalid_value', message: 'm', property: 'limit' }, [{ code: 'invalid_value', property: 'limit' }]],
    [{ type: 'not_found' }, [{ code: 'not_found' }]],
    [{ type: 'invalid', code: 'missing' }, [{ code: 'missing' }]],
    [
      { errors: [{ code: 'a.b_c', property: 'items[0].name' }, { message: 'no code' }, { code: 'd', property: 7 }] },
      [{ code: 'a.b_c', property: 'items[0].name' }, { code: 'd' }],
    ],
    [{ code: 'outer', errors: [] }, []],
    [{ errors: 'no list', code: 'own' }, [{ code: 'own' }]],
    [{ errors: [null, 7, 'x', ['y']] }, []],
    [{}, []],
  ])('of %j are %j', (body, codes) => {
    expect(errorCodes(body)).toEqual(codes)
  })

  it.each([
    'eyJhbGciOiJIUzI1NiJ9',
    'C4N4RY-1',
    'a b',
    'x'.repeat(65),
    '',
    'https://bank.example',
    'a=b',
    'a@b.example',
  ])('take neither code nor property from %s', (text) => {
    expect(errorCodes({ errors: [{ code: text }] })).toEqual([])
    expect(errorCodes({ errors: [{ code: 'fine', property: text }] })).toEqual([{ code: 'fine' }])
  })

  it('are ten at most', () => {
    expect(errorCodes({ errors: Array(1000).fill({ code: 'again' }) })).toHaveLength(10)
  })

  it('never fail', () => {
    fc.assert(
      fc.property(fc.anything(), (errors) => {
        expect(errorCodes({ errors }).length).toBeLessThanOrEqual(10)
      }),
    )
  })
})
