// The way to the hosted bank form, and back: what others may write into either.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { rxbank } from '../support/installed.mjs'
import { answer, rawBank, tokenResponse } from '../support/rawServer.mjs'
import { failure, victimsUser } from '../support/victim.mjs'

const { parseBankFormCallback } = rxbank
const { uuid } = tokenResponse.user
const other = '9d053238-cc78-4281-9c00-fb45aee31ea2'
const back = 'parseBankFormCallback: Left when it is malformed, or about another user'

const callbacks = {
  'another user': `https://a.example/?user_uuid=${other}&item_id=1`,
  'two users': `https://a.example/?user_uuid=${uuid}&user_uuid=${other}&item_id=1`,
  'two users, the other first': `https://a.example/?user_uuid=${other}&user_uuid=${uuid}&item_id=1`,
  'two items': `https://a.example/?user_uuid=${uuid}&item_id=1&item_id=2`,
  'a fraction': `https://a.example/?user_uuid=${uuid}&item_id=1.5`,
  'an item beyond 2^53': `https://a.example/?user_uuid=${uuid}&item_id=9007199254740993`,
  'a negative item': `https://a.example/?user_uuid=${uuid}&item_id=-1`,
  'an item in hexadecimal': `https://a.example/?user_uuid=${uuid}&item_id=0x10`,
  'no item': `https://a.example/?user_uuid=${uuid}&item_id=`,
  'no user': 'https://a.example/?item_id=1',
  'in the fragment': `https://a.example/#user_uuid=${uuid}&item_id=1`,
  'no address': `user_uuid=${uuid}&item_id=1`,
  'brackets of an array': `https://a.example/?user_uuid[]=${uuid}&item_id=1`,
  'a user with a null byte': `https://a.example/?user_uuid=${uuid}%00&item_id=1`,
  nothing: '',
}

const nowhere = {
  'javascript:': 'javascript:alert(document.cookie)',
  'javascript: with a tab in it': 'java\tscript:alert(1)',
  'data:': 'data:text/html,<script>alert(1)</script>',
  'file:': 'file:///etc/passwd',
  'vbscript:': 'vbscript:x',
  'no scheme': '//evil.example/back',
  'a path': '/back',
  'no address': 'back',
  'an empty one': '',
  'a number': 5,
}

/** What a service may give for the address of its form. */
const forms = {
  'javascript:': 'javascript:alert(1)',
  'data:': 'data:text/html,x',
  'a path': '/connect',
  'no text': 5,
  nothing: '',
  null: null,
}

export const cases = [
  ...table(back, 'callback', callbacks, (url) => assert.equal(parseBankFormCallback(url, uuid)._tag, 'Left')),
  ...table('users are sent to addresses of the web alone', 'redirectUrl', nowhere, async (redirectUrl, after) => {
    const bank = await rawBank(after, () =>
      answer({ url: 'https://form.example/1', redirect_url: 'https://form.example/1' }),
    )
    const user = victimsUser(after, bank.origin, { environment: 'sandbox' })
    await failure(user.bankForm.url({ redirectUrl }), 'ConfigError')
    assert.equal(bank.seen.length, 0)
  }),
  ...table('the address of the form is one of the web', 'given by the service', forms, async (url, after) => {
    const bank = await rawBank(after, () => answer({ url, redirect_url: url }))
    await failure(victimsUser(after, bank.origin).bankForm.url(), 'DecodeError')
  }),
]
