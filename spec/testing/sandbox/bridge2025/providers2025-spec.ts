import { ask, json } from '../caller.js'
import { application, root, speak, walk } from './speaking.js'

interface Provider {
  readonly id: number
  readonly name: string
  readonly country_code: string
  readonly capabilities: ReadonlyArray<string>
  readonly tags: { readonly segment: ReadonlyArray<string> }
}

interface Category {
  readonly id: number
  readonly name: string
  readonly parent_id?: number
  readonly categories?: ReadonlyArray<Category>
}

const providers = (query = '') => walk(speak(), `/v3/providers?limit=500${query}`) as unknown as ReadonlyArray<Provider>

describe('providers', () => {
  it('have the fields of the API version, the bank for tests among them', () => {
    const all = providers()
    expect(all).toHaveLength(200)
    const demo = all.find(({ id }) => id === 574)
    expect(demo).toMatchObject({
      id: 574,
      name: 'Demo Bank',
      country_code: 'FR',
      group_name: 'Demo Bank',
      images: { logo: expect.any(String) },
      aggregation_metadata: { release_status: expect.any(String) },
      health_status: { aggregation: { status: 'healthy' } },
      tags: { segment: expect.any(Array), region: [], keywords: ['demo', 'bank'] },
    })
    const paying = all.find(({ capabilities }) => capabilities.includes('single_payment'))
    expect(paying).toMatchObject({
      payment_metadata: {
        execution_status_available: true,
        max_size_label: expect.any(Number),
        nb_max_transactions: expect.any(Number),
        provider_environments: ['production', 'sandbox'],
        sender_iban_available: true,
      },
    })
    expect(all.filter((row) => 'provider_environments' in row)).toEqual([])
    expect(all.filter(({ name, country_code }) => name.includes(country_code))).toEqual([])
    expect(demo?.capabilities).toContain('aggregation')
    const { get, send } = speak()
    expect(get('/v3/providers/574')).toEqual(demo)
    expect(send('/v3/providers/1').status).toBe(404)
    expect(send('/v3/providers/574x').status).toBe(404)
  })

  it.each([0, 1, 30])(
    'are as many as the sandbox has, %i, and have the bank for tests unless there are none',
    (banks) => {
      const all = walk(speak({ banks }), '/v3/providers?limit=500')
      expect(all).toHaveLength(banks)
      expect(all.some(({ id }) => id === 574)).toBe(banks > 0)
    },
  )

  it('are filtered by countries, of which one is enough, and capabilities, of which all are wanted', () => {
    const all = providers()
    const of = (passes: (row: Provider) => boolean) => all.filter(passes)
    expect(providers('&country_code=GB,DE')).toEqual(of(({ country_code }) => ['GB', 'DE'].includes(country_code)))
    expect(providers('&country_code=GB&country_code=DE')).toEqual(providers('&country_code=GB,DE'))
    const paying = providers('&capabilities=aggregation,single_payment')
    expect(paying).toEqual(of(({ capabilities }) => capabilities.includes('single_payment')))
    expect(paying.length).toBeGreaterThan(0)
    expect(paying.length).toBeLessThan(all.length)
    const business = providers('&segment=b2b&country_code=FR')
    expect(business).toEqual(of(({ tags, country_code }) => tags.segment.includes('b2b') && country_code === 'FR'))
    expect(providers('&provider_environments=production')).toEqual(paying.filter(({ id }) => id !== 574))
    expect(providers('&provider_environments=none')).toEqual([])
    expect(providers('&capabilities=none')).toEqual([])
    expect(providers('&payment_release_status=ga')).toEqual(paying)
    expect(providers('&aggregation_release_status=ga')).toEqual(all)
  })

  it('are linked with their filters', () => {
    const spoken = speak()
    const found = walk(spoken, '/v3/providers?limit=3&country_code=ES')
    expect(found.length).toBeGreaterThan(3)
    expect(new Set(found.map(({ country_code }) => country_code))).toEqual(new Set(['ES']))
  })
})

describe('categories', () => {
  it('are inside those above, and name these if they are asked for one by one', () => {
    const { rows, get, send } = speak()
    const tree = rows<Category>('categories?limit=500')
    const [above] = tree
    expect(Object.keys(above ?? {}).sort()).toEqual(['categories', 'id', 'name'])
    const [below] = above?.categories ?? []
    expect(Object.keys(below ?? {}).sort()).toEqual(['id', 'name'])
    expect(get(`categories/${String(below?.id)}`)).toEqual({ ...below, parent_id: above?.id })
    expect(get(`categories/${String(above?.id)}`)).toEqual({ id: above?.id, name: above?.name })
    expect(send('categories/0').status).toBe(404)
  })

  it('are named in the language that is asked for', () => {
    const { sandbox } = speak()
    const named = (language: string) =>
      json(ask(sandbox, `${root}/categories/159`, { headers: { ...application, 'Accept-Language': language } }))
    expect([named('fr'), named('en')]).toMatchObject([{ name: 'Impôts et taxes' }, { name: 'Taxes' }])
  })
})
