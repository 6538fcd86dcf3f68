import { fileURLToPath } from 'node:url'
import { app, BrowserWindow, ipcMain, net, powerMonitor, protocol } from 'electron'
import { systemClock } from 'rxbank'
import { exposeStreams, netFetch, onlineWakeUps, powerActivity, powerWakeUps } from 'rxbank/electron'
import { EMPTY, merge } from 'rxjs'
import { openBank } from './bank.js'
import { servePage } from './pages.js'

const page = 'app://rxbank/index.html'

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])

await app.whenReady()
protocol.handle('app', servePage)

const bank = openBank({
  http: netFetch(net),
  clock: { ...systemClock, wakeUp$: merge(powerWakeUps(powerMonitor), onlineWakeUps(ipcMain)) },
  active$: powerActivity(powerMonitor),
})
const { client, user, life$ = EMPTY } = bank
// Of what the page asks, the main process decides whose data it is and which pages may ask: this one.
const streams = exposeStreams(client, { user, accepts: ({ url, isMainFrame }) => isMainFrame && url === page })
const running = merge(life$).subscribe()
running.add(streams.listen(ipcMain))

const open = async (): Promise<void> => {
  const window = new BrowserWindow({
    width: 1120,
    height: 780,
    minWidth: 360,
    backgroundColor: '#0f1420',
    title: 'RxBank',
    webPreferences: {
      preload: fileURLToPath(new URL('preload.cjs', import.meta.url)),
      contextIsolation: true,
      sandbox: true,
    },
  })
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', (event) => {
    if (event.url !== page) event.preventDefault()
  })
  await window.loadURL(page)
}

app.on('activate', () => {
  if (BrowserWindow.getAllWindows().length === 0) void open()
})
app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit()
})
app.on('will-quit', () => running.unsubscribe())

await open()
