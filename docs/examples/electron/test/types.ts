// What the library takes of Electron, checked by the compiler against Electron's own declarations. It is never run.
import { ipcMain, type IpcMainEvent, MessageChannelMain, net, powerMonitor, session, type WebContents } from 'electron'
import { createClient, documentedProfile } from 'rxbank'
import {
  connectStreams,
  exposeStreams,
  netFetch,
  onlineWakeUps,
  pagePort,
  type PortEvent,
  powerActivity,
  powerWakeUps,
  type WebContentsLike,
} from 'rxbank/electron'

const client = createClient({
  profile: documentedProfile,
  baseUrl: 'https://bank.example',
  clientId: 'id',
  http: netFetch(net),
})
export const transports = [netFetch(net), netFetch(session.defaultSession)]
export const hints = [powerWakeUps(powerMonitor), onlineWakeUps(ipcMain), powerActivity(powerMonitor)]

const streams = exposeStreams(client, { user: ({ webContentsId }) => ({ externalUserId: String(webContentsId) }) })
streams.listen(ipcMain)

/** A port that the main process made itself, for a utility process or a page. */
export const connect = (webContents: WebContents) => {
  const { port1, port2 } = new MessageChannelMain()
  webContents.postMessage('port', null, [port2])
  return streams.connect(port1, webContents)
}

export const ofElectron = (event: IpcMainEvent): PortEvent<Electron.MessagePortMain> => event
export const ofWindow = (webContents: WebContents): WebContentsLike => webContents

/** In a page, by either way. */
export const inPage = [connectStreams(pagePort()), connectStreams(new MessageChannel().port1)]
