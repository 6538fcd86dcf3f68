import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { serviceCommand } from '../../helpers/serviceCommand.js'
import { bookkeepingReports } from './bookkeepingReports.js'
import * as change from './changeTries.js'
import * as file from './fileTries.js'
import * as ledger from './ledgerTries.js'
import * as store from './storeTries.js'

/** Reports of one kind of fault, by owner, repository and number at `https://github.com/`. */
interface Tried {
  readonly addresses: ReadonlyArray<string>
  /** What people reported. */
  readonly reported: string
  readonly promise: string
  readonly attempt: () => void | Promise<void>
}

describe('public reports about files, change logs, balances, transfers, recurring payments and React', () => {
  const command = serviceCommand({ profile: documentedProfile, transactions: 40 })

  const tried: ReadonlyArray<Tried> = [
    {
      addresses: ['moneymanagerex/moneymanagerex#7030', 'jameskokoska/Cashew#972', 'ananthakumaran/paisa#286'],
      reported: 'a note with several lines becomes several rows',
      promise: 'CSV has one line for each row, and a name in OFX has no line break',
      attempt: () => file.linesInTexts(command),
    },
    {
      addresses: ['jbms/beancount-import#216', 'securo-finance/securo#911'],
      reported: 'a purchase and its fee have one FITID, and only one of them is imported',
      promise: 'rows that differ in nothing but the amount, or not even in that, have ids of their own',
      attempt: () => file.feeBesidePurchase(command),
    },
    {
      addresses: ['actualbudget/actual#1053', 'libofx/libofx#39', 'Expensify/App#97629'],
      reported: 'each day is one too early west of Greenwich',
      promise: 'OFX has the days of the service in Los Angeles and in Auckland',
      attempt: () => file.daysInTimeZones(command),
    },
    {
      addresses: ['rajadilipkolli/my-spring-boot-experiments#2591'],
      reported: 'a row is removed and created again in one batch, and the consumer drops the new one',
      promise: 'the log has both, in their order, and the copy has the new row',
      attempt: change.removedAndBack,
    },
    {
      addresses: ['microsoft/kafka-connect-cosmosdb#166'],
      reported: 'changes are lost if the consumer is stopped after it has read them',
      promise: 'the next run gets the same changes once, and the one after it none',
      attempt: change.stoppedBeforeWriting,
    },
    {
      addresses: ['jvalue/ods#285'],
      reported: 'changes are lost or out of order if the message broker is down while the database is written',
      promise: 'once it is up, each change is published in its order',
      attempt: change.brokerIsDown,
    },
    {
      addresses: ['whisper-money/whisper-money#946'],
      reported: 'a bank never lists the rows of some days, and all balances before them are computed from a later one',
      promise: 'they are unknown, and known once the rows are imported',
      attempt: ledger.holeInRows,
    },
    {
      addresses: ['maybe-finance/maybe#1581'],
      reported: 'the day before a reported balance is shown as 0',
      promise: 'the days between two balances that no row explains are unknown, and a gap of the plot',
      attempt: ledger.balancesYearsApart,
    },
    {
      addresses: ['maybe-finance/maybe#1838'],
      reported: 'a balance of noon is taken for that of the evening, and later rows of that day count in no balance',
      promise: 'the end of the day contains the row of the afternoon',
      attempt: ledger.rowsAfterTheBalance,
    },
    {
      addresses: ['jantman/biweeklybudget#354', 'KenTaniguchi-R/ledgr#84'],
      reported: 'the debt of a card is added, an overpaid card is a debt, and nothing is -0.00',
      promise: 'a balance keeps the sign of the service, and 0 has none',
      attempt: ledger.signsOfCards,
    },
    {
      addresses: ['securo-finance/securo#973'],
      reported: 'of two equal transfers of one day the wrong one is linked, although the text names the account',
      promise: 'the named account decides, in any order of rows; without names a person does',
      attempt: ledger.namedDestination,
    },
    {
      addresses: ['securo-finance/securo#648'],
      reported: 'a friend pays a bill back, and the purchase is taken for a transfer to oneself',
      promise: 'it is no transfer',
      attempt: ledger.friendPaysBack,
    },
    {
      addresses: ['actualbudget/actual#766'],
      reported: 'one account has an IBAN and a national number, and a text has either',
      promise: 'both name the account, and a transfer to a third one is no pair',
      attempt: ledger.namedByNumber,
    },
    {
      addresses: ['KenTaniguchi-R/ledgr#53'],
      reported: 'one amount leaves and arrives on two accounts, and either is linked',
      promise: 'a person decides between them; with one arrival it is a transfer',
      attempt: ledger.twoArrivals,
    },
    {
      addresses: ['securo-finance/securo#67', 'ellite/Wallos#551'],
      reported: 'after February, payments of the 29th to the 31st stay on the 28th, or move to the next month',
      promise: 'the next day is that of the contract again, and the 28th stays the 28th',
      attempt: ledger.endOfMonth,
    },
    {
      addresses: ['DumbWareio/DumbBudget#25', 'iATSPayments/com.iatspayments.civicrm#241'],
      reported:
        'a merchant charges on 3 March and 1 May in place of the 31st before, so that months seem to have none or two',
      promise: 'it is one monthly payment of the last day',
      attempt: ledger.overflowingMonths,
    },
    {
      addresses: ['eltaiguer/tatu#59'],
      reported: 'a code in each text, or one month with twice the amount, hides a subscription',
      promise: 'all its payments are one',
      attempt: ledger.codesInTexts,
    },
    {
      addresses: ['izkreny/spendifico#63'],
      reported: 'each shop that a person visits in three months is a subscription',
      promise: 'two visits a week to a supermarket are none',
      attempt: ledger.shopOfEachMonth,
    },
    {
      addresses: ['we-promise/sure#2972'],
      reported: 'of two memberships in one club only one can be recurring',
      promise: 'both are, with different amounts and with the same',
      attempt: ledger.twoMemberships,
    },
    {
      addresses: ['react/react#35550', 'react/react#36317'],
      reported: 'a store changes while React subscribes to it, and React does not read it again',
      promise: 'the listener is told of each change from its first moment on',
      attempt: store.changedWhileSubscribing,
    },
    {
      addresses: ['crimx/observable-hooks#86'],
      reported: 'a value between the first rendering and the subscription is missed',
      promise: 'the first snapshot after the subscription has it',
      attempt: store.emittedBeforeSubscribing,
    },
    {
      addresses: ['vlcn-io/vlcn-orm#42'],
      reported: 'React unsubscribes and subscribes at each change, and the source ends in between',
      promise: 'value and subscription outlast it, also with a keepFor of 0',
      attempt: store.subscribedAgainEachTime,
    },
  ]

  it.each(tried)('$addresses: $reported; $promise', async ({ attempt }) => {
    await attempt()
  })

  it('are at least sixty, of which each that is marked is tried', () => {
    const addresses = bookkeepingReports.map(({ address }) => address)
    expect(addresses.length).toBeGreaterThanOrEqual(60)
    expect(new Set(addresses).size).toBe(addresses.length)
    const marked = bookkeepingReports.filter((report) => report.tried === true).map(({ address }) => address)
    expect(tried.flatMap((one) => one.addresses).sort()).toEqual(marked.sort())
  })
})
