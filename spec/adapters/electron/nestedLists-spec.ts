import { lastValueFrom, toArray } from 'rxjs'
import type { RemoteClient } from '../../../lib/adapters/electron/connectStreams.js'
import { createClient } from '../../../lib/client/createClient.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { bridge2018, type Bridge2018Resources } from '../../../lib/service/bridge/bridge2018.js'
import { bankTree } from '../../../lib/service/model/bankTree.js'
import type { Page } from '../../../lib/streams/pages/PageLink.js'
import { closePorts, renderer } from '../../helpers/electron.js'

afterEach(closePorts)

const setup = () => {
  const { http, credentials } = createSandbox({ seed: 1, profile: bridge2018, banks: 40 })
  const own = createClient({ baseUrl: 'https://bank.example', ...credentials, http, profile: bridge2018 })
  const { client } = renderer(own, { user: { email: 'a@b.example', password: 'secret' } })
  return { own, client: client as RemoteClient as unknown as RemoteClient<Bridge2018Resources> }
}

const withoutLinks = <A>({ resources, number }: Page<A>) => ({ resources, number })

describe('a nested list in a renderer', () => {
  it('has pages of what came', async () => {
    const { own, client } = setup()
    const there = await lastValueFrom(client.banks.pages({ limit: 15 }).pipe(toArray()))
    const here = await lastValueFrom(own.banks.pages({ limit: 15 }).pipe(toArray()))
    expect(there.map(withoutLinks)).toEqual(here.map(withoutLinks))
    expect(there[0]?.resources[0]?.parent_banks.length).toBeGreaterThan(0)
  })

  it('has its banks one by one, each once, and paces them by page', async () => {
    const { own, client } = setup()
    const paced: Array<number> = []
    const pace = ({ resources }: Page<{ readonly id: number }>) => {
      paced.push(resources.length)
      return []
    }
    const there = await lastValueFrom(client.banks.all({ limit: 15, pace }).pipe(toArray()))
    expect(there).toEqual(await lastValueFrom(own.banks.all({ limit: 15 }).pipe(toArray())))
    expect([there.length, paced]).toEqual([40, [15, 15, 10]])
    expect(bankTree(there)).toEqual(await lastValueFrom(own.banks.tree()))
  })

  it('leaves flat lists as they are', async () => {
    const { own, client } = setup()
    const there = await lastValueFrom(client.categories.all().pipe(toArray()))
    expect(there).toEqual(await lastValueFrom(own.categories.all().pipe(toArray())))
  })
})
