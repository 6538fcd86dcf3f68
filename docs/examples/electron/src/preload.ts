// All that this application's pages get of Electron: a port to the main process, for the asking.
import 'rxbank/electron/preload'
