import { merge, switchMap, toArray } from 'rxjs'
import { lasting, user } from './connection.js'
import { showInspector } from './inspector.js'
import { items } from './items.js'
import { stocks } from './stocks.js'
import { transactions } from './transactions.js'

// The list of items is read again every minute; with the page, all ends in the main process too.
const items$ = lasting(() => user.items.all().pipe(toArray()), 60_000).pipe(switchMap(items))

merge(items$, stocks(), transactions()).subscribe()

/** Whether the page is built to be developed: another build has nothing of the inspector. */
declare const DEVELOPMENT: boolean

if (DEVELOPMENT) showInspector()
