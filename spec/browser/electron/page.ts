import { connectStreams, pagePort } from 'rxbank/electron'
import { catchError, EMPTY, firstValueFrom, lastValueFrom, map, of, type Subscription, timeout, toArray } from 'rxjs'

const client = connectStreams(pagePort())
const seen: Array<string> = []
let reading: Subscription | undefined

/** What the suite asks of its own page. */
const page = {
  stockIds: () =>
    lastValueFrom(
      client
        .user()
        .stocks.all({ limit: 2 })
        .pipe(
          map(({ id }) => id),
          toArray(),
        ),
    ),

  /** Follows the events of the client until told otherwise. */
  follow: () => {
    reading = client.events$.subscribe(({ _tag, ...event }) => {
      seen.push(_tag === 'EventsDropped' && 'count' in event ? `missed ${String(event.count)}` : _tag)
    })
  },

  leave: () => reading?.unsubscribe(),

  seen: () => seen,

  /** Keeps the page from reading for so long. */
  block: (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
  },

  /** Watches, in a way that nothing but the end of the page ends. */
  watch: () => {
    client.user().stocks.watchUpdated({ every: 1000 }).subscribe()
    client.user().transactions.pages({ limit: 1 }).subscribe()
  },

  /** What a page is told that main does not serve. */
  refusal: () =>
    firstValueFrom(
      client
        .user()
        .items.all()
        .pipe(
          map(() => 'served'),
          timeout(5000),
          catchError((error: unknown) => of(JSON.stringify(error))),
        ),
      { defaultValue: 'nothing' },
    ),

  /** Whether a frame gets a port, or the page takes one of its making: then it says hello there. */
  takesForgery: () =>
    new Promise<boolean>((resolve) => {
      const frame = document.createElement('iframe')
      frame.src = 'forger.html'
      addEventListener('message', ({ source, data }: MessageEvent) => {
        if (source === frame.contentWindow && typeof data === 'boolean') resolve(data)
      })
      document.body.append(frame)
      frame.addEventListener('load', () => {
        connectStreams(pagePort())
          .banks.pages()
          .pipe(catchError(() => EMPTY))
          .subscribe()
        // Its offer comes before the answer of the preload script.
        ;(frame.contentWindow as unknown as { readonly forge: () => void }).forge()
      })
    }),
}

Object.assign(globalThis, { page })
