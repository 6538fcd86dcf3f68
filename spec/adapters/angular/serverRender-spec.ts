import { program } from '../../helpers/program.js'

/** Renders a page of a bank's data on a server, by HttpClient and fetch, then ends by itself. */
const rendering = `
  import '@angular/compiler'
  import { provideHttpClient, withFetch } from '@angular/common/http'
  import { Component, enableProdMode } from '@angular/core'
  import { rxResource, toSignal } from '@angular/core/rxjs-interop'
  import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser'
  import { provideServerRendering, renderApplication } from '@angular/platform-server'
  import { Subscription, toArray } from 'rxjs'
  import { injectRxBank, injectStream, provideRxBank, withHttpClient, withFullClient } from '../lib/angular.js'
  import { createSandbox } from '../lib/sandbox.js'
  import { documentedProfile } from '../lib/service/profile/documentedProfile.js'

  const template = \`
    <p id="accounts">{{ accounts.value()?.length }} {{ accounts.isLoading() }}</p>
    <p id="banks">{{ banks.value()?.length }}</p>
    <p id="watched">{{ watched.value()?.resources?.length }}</p>
    <p id="lasting">{{ lasting()?.resources?.length }}</p>
    <p id="failed">{{ failed.error()?.message }}</p>\`

  class Page {
    client = injectRxBank()
    user = this.client.user({ externalUserId: 'A6J' })
    accounts = injectStream(this.user.accounts.all().pipe(toArray()))
    banks = rxResource({ stream: () => this.client.banks.all({ limit: 500 }).pipe(toArray()) })
    watched = injectStream(this.user.transactions.watchUpdated({ every: 3_600_000 }))
    lasting = toSignal(this.user.stocks.watchUpdated({ every: 3_600_000 }))
    failed = injectStream(this.user.stocks.get(1))
  }
  const App = Component({ selector: 'app-root', template })(Page)

  const main = async () => {
    enableProdMode()
    const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
    const listening = new Subscription()
    const baseUrl = await new Promise((resolve) => listening.add(sandbox.listen().subscribe(resolve)))
    const config = { profile: documentedProfile, baseUrl, ...sandbox.credentials }
    const providers = [
      provideServerRendering(),
      provideClientHydration(),
      provideHttpClient(withFetch()),
      provideRxBank(config, withFullClient(), withHttpClient()),
    ]
    const html = await renderApplication((context) => bootstrapApplication(App, { providers }, context), {
      document: '<html><head></head><body><app-root></app-root></body></html>',
      url: 'https://app.example/',
      allowedHosts: ['app.example'],
    })
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
    const asked = sandbox.journal.counts().routes
    listening.unsubscribe()
    console.log(JSON.stringify({ html, asked, timers, secret: sandbox.credentials.clientSecret }))
  }
  void main()
`

describe('a render on a server', () => {
  it('has the data, asks once for each, hands no secret to the page, and leaves nothing that runs', async () => {
    const built = program(rendering)
    const { child, line, ended } = built.start()
    try {
      const reported = await line()
      const { html = '', asked, timers, secret } = JSON.parse(reported ?? '') as Record<string, string>
      const shown = [...html.matchAll(/<p id="(\w+)">([^<]*)</g)].map(([, id, text]) => [id, text])
      expect(shown).toEqual([
        ['accounts', '8 false'],
        ['banks', '1200'],
        ['watched', '500'],
        ['lasting', '40'],
        ['failed', expect.stringContaining('404')],
      ])
      expect(asked).toEqual({
        authenticate: 1,
        accounts: 1,
        banks: 3,
        transactionsUpdated: 1,
        stocksUpdated: 1,
        stock: 1,
      })
      expect([html.includes(secret ?? ''), /access_token|resources/.test(html), timers]).toEqual([false, false, []])
      expect(await ended).toEqual([0, null])
    } finally {
      child.kill()
    }
  })
})
