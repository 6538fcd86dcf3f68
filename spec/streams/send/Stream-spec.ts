import { hoverIn, hoversOf } from '../../docs/hovers.js'

const asking = (expression: string): string =>
  [
    "import { createClient, documentedProfile } from 'rxbank'",
    "import { type Observable, combineLatest, forkJoin, from, lastValueFrom, map, mergeMap, of } from 'rxjs'",
    "const client = createClient({ profile: documentedProfile, baseUrl: '', clientId: '', clientSecret: '' })",
    "const user = client.user({ userUuid: '' })",
    `export const result = async () => ${expression}`,
    'export const kept: Array<Observable<unknown>> = [from(user.stocks.get(1)), of(1).pipe(map(Number))]',
    'void [combineLatest, forkJoin, lastValueFrom, mergeMap]',
  ].join('\n')

describe('await', () => {
  it.each(['user.stocks.get(1)', 'user.token$', 'client.banks.tree()', 'client.users.create()'])(
    'of %s is an error of types',
    (stream) => {
      const [problem = '', ...others] = hoverIn(asking(`await ${stream}`)).problems
      expect(problem).toMatch(/^Type of 'await' operand must either be a valid promise/)
      expect(others).toEqual([])
    },
    120_000,
  )

  it.each(['client.banks.all()', 'user.transactions.pages()'])(
    'of %s is an error of types that says what to do',
    (list) => {
      const [problem = ''] = hoverIn(asking(`await ${list}`)).problems
      expect(problem).toContain('"a list: await its toArray(), loop over it with for await, or subscribe"')
    },
    120_000,
  )

  it.each([
    'await client.banks.all().toArray()',
    'await lastValueFrom(user.stocks.get(1))',
    'await lastValueFrom(of(1).pipe(mergeMap((id) => user.stocks.get(id))))',
    'await lastValueFrom(combineLatest([user.stocks.get(1), client.banks.all()]))',
    'await lastValueFrom(forkJoin({ stock: user.stocks.get(1), tree: client.banks.tree() }))',
  ])(
    'is no error in %s',
    (expression) => {
      expect(hoverIn(asking(expression)).problems).toEqual([])
    },
    120_000,
  )
})

describe('a client', () => {
  it('gives Streams, and no Observable of RxJS alone', () => {
    const clients = ["'rxbank').Client", "'rxbank').UserClient", "'rxbank').GatewayUserClient"]
    const given = hoversOf(
      [...clients, "'rxbank/electron').RemoteClient", "'rxbank/electron').RemoteUserClient"].map(
        (name) => `import(${name}`,
      ),
    ).flatMap(({ place, signature }) => {
      const [, type] = /(?:=>|^\(property\) \S+:) (Stream|Observable|PageStream)</.exec(signature) ?? []
      return type === undefined ? [] : [{ place, type }]
    })
    expect(given.length).toBeGreaterThan(60)
    expect(given.filter(({ type }) => type === 'Observable')).toEqual([])
  }, 120_000)
})
