// node angular.mjs MAJOR: what the installed package does with this release of Angular, whose compiler runs at run time.
import '@angular/compiler'
import assert from 'node:assert/strict'
import { provideHttpClient, withFetch, withInterceptors } from '@angular/common/http'
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing'
import { ApplicationRef, Component, PLATFORM_ID, provideZonelessChangeDetection, signal, VERSION } from '@angular/core'
import { rxResource } from '@angular/core/rxjs-interop'
import { TestBed } from '@angular/core/testing'
import { BrowserTestingModule } from '@angular/platform-browser/testing'
import { INITIAL_CONFIG, platformServer } from '@angular/platform-server'
import { createClient, documentedProfile } from 'rxbank'
import {
  injectRxBank,
  injectStream,
  provideRxBank,
  RXBANK,
  withFullClient,
  withHttpClient,
  withTransferState,
} from 'rxbank/angular'
import { createSandbox } from 'rxbank/sandbox'
import { NEVER, Subject, take, toArray } from 'rxjs'
import { check } from './check.cjs'

const [major] = process.argv.slice(2)
const { Event } = globalThis
const page = { document: '<html><body></body></html>', url: 'https://app.example/' }
TestBed.initTestEnvironment(BrowserTestingModule, platformServer([{ provide: INITIAL_CONFIG, useValue: page }]))
Object.assign(globalThis, { Event, ngServerMode: false })

/** An app with these providers, as in a browser. */
const app = (...providers) => {
  TestBed.resetTestingModule()
  const platform = { provide: PLATFORM_ID, useValue: 'browser' }
  TestBed.configureTestingModule({ providers: [platform, provideZonelessChangeDetection(), ...providers] })
}
const inApp = (make) => TestBed.runInInjectionContext(make)

const { credentials, http } = createSandbox({ profile: documentedProfile, seed: 1 })
const config = { profile: documentedProfile, baseUrl: 'https://bank.example', clientId: credentials.clientId, http }

await check(`this is Angular ${major}`, () => assert.equal(VERSION.major, major))

await check('a component shows what a stream of the client emits, without a zone', async () => {
  app(provideRxBank(config, withFullClient()))
  class Banks {
    banks = injectStream(injectRxBank().banks.all().pipe(take(2), toArray()), { initialValue: [] })
  }
  const template = '@for (bank of banks.value(); track bank.id) { <li>{{ bank.name }}</li> } {{ banks.isLoading() }}'
  const shown = TestBed.createComponent(Component({ template })(Banks))
  await shown.whenStable()
  assert.equal(shown.nativeElement.querySelectorAll('li').length, 2)
  assert.match(shown.nativeElement.textContent, /false$/)
})

await check('a stream begins anew with a signal, and ends with its component', async () => {
  app()
  const id = signal(1)
  const streams = [new Subject(), new Subject()]
  class Shown {
    state = injectStream(() => streams[id() - 1])
  }
  const shown = TestBed.createComponent(Component({ template: '{{ state.value() }}' })(Shown))
  await shown.whenStable()
  id.set(2)
  await shown.whenStable()
  assert.deepEqual(
    streams.map(({ observed }) => observed),
    [false, true],
  )
  shown.destroy()
  assert.ok(!streams[1].observed)
})

await check('HttpClient sends, through interceptors, and unsubscribing cancels', () => {
  const named = withInterceptors([(request, next) => next(request.clone({ setHeaders: { 'X-App': '1' } }))])
  const gateway = provideRxBank(
    { profile: documentedProfile, gateway: 'https://app.example/api/bank' },
    withHttpClient(),
  )
  app(provideHttpClient(withFetch(), named), provideHttpClientTesting(), gateway)
  const seen = []
  const banks$ = inApp(() => injectRxBank()).banks.all()
  banks$.subscribe(({ id }) => seen.push(id))
  const controller = TestBed.inject(HttpTestingController)
  const url = 'https://app.example/api/bank/v2/banks'
  const asked = controller.expectOne(url)
  asked.flush('{"resources":[{"id":1,"name":"A bank"}]}')
  assert.deepEqual([seen, asked.request.headers.get('X-App')], [[1], '1'])
  banks$.subscribe().unsubscribe()
  assert.ok(controller.expectOne(url).cancelled)
})

await check('a value is kept for the user, and dropped at log-out', () => {
  const user = signal('camille')
  app(
    provideRxBank(
      config,
      withFullClient(),
      withTransferState(() => user),
    ),
  )
  const shown = (stream) => {
    const state = inApp(() => injectStream(stream, { transferKey: 'count' }))
    TestBed.tick()
    return () => [state.value(), state.isStale()]
  }
  const counts$ = new Subject()
  shown(counts$)
  counts$.next(1)
  const again = shown(NEVER)
  assert.deepEqual(again(), [1, true])
  user.set(undefined)
  TestBed.tick()
  assert.deepEqual(again(), [undefined, false])
})

await check('rxResource takes a stream of the client', async () => {
  app({ provide: RXBANK, useValue: createClient(config) })
  const client = inApp(() => injectRxBank())
  const one = inApp(() => rxResource({ stream: () => client.banks.all().pipe(take(1)) }))
  await TestBed.inject(ApplicationRef).whenStable()
  assert.ok(one.hasValue() && typeof one.value().name === 'string')
})
console.log('# end')
