/** Mails with a code or a link, in German. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Seite',
  'about.browser': 'Browser',
  'about.network': 'Netzwerk',
  'about.time': 'Zeit',

  'device.subject': 'Bestätige deine Anmeldung',
  'device.lead': 'Jemand möchte sich mit dieser Adresse bei {origin} anmelden.',
  'device.open':
    'Wenn du es warst, öffne diese Seite. Sie fragt nach den zwei Ziffern, die dir die App zeigt.',
  'device.confirm': 'Anmeldung bestätigen',
  'device.life': 'Der Link funktioniert einmal, innerhalb von {minutes} Minuten.',
  'device.not-you':
    'Wenn du es nicht warst, öffne die Seite und wähle „Das war ich nicht“, oder tu nichts: Ohne dich passiert nichts.',

  'code.subject': 'Dein Anmeldecode',
  'code.lead':
    'Jemand meldet sich mit dieser Adresse bei {origin} an, auf einem Gerät, das du schon benutzt hast.',
  'code.type': 'Wenn du es warst, gib diesen Code in der App ein:',
  'code.life':
    'Der Code funktioniert einmal, innerhalb von {minutes} Minuten. Niemand von uns fragt dich je danach.',
  'code.not-you': 'Wenn du es nicht warst, tu nichts: Ohne den Code kommt niemand hinein.',

  'step-up.subject': 'Bestätige eine Änderung an deiner Wallet',
  'step-up.lead':
    'Du bist dabei, etwas zu ändern, das deine Wallet schützt. Gib diesen Code im Fenster der Wallet ein:',
  'step-up.not-you':
    'Wenn du es nicht warst, tu nichts, und sieh dir die Geräte in den Einstellungen deiner Wallet an.',

  'change-from.subject': 'Adresse deiner Wallet ändern',
  'change-from.lead': 'Jemand möchte eine andere E-Mail-Adresse für deine Wallet verwenden: {email}',
  'change-from.type': 'Wenn du es warst und diese Adresse dir gehört, gib diesen Code in der App ein:',
  'change-from.life': 'Der Code funktioniert einmal, innerhalb von {minutes} Minuten.',
  'change-from.not-you': 'Wenn du es nicht warst, tu nichts: Ohne den Code bleibt die Adresse, wie sie ist.',

  'change-to.subject': 'Bestätige deine neue Adresse',
  'change-to.lead':
    'Diese Adresse soll für eine Wallet verwendet werden. Wenn du das möchtest, gib diesen Code in der App ein:',
  'change-to.life':
    'Der Code funktioniert einmal, innerhalb von {minutes} Minuten. Wenn du es nicht warst, tu nichts.',

  'vault-enrol.subject': 'Richte den Tresor deiner Wallet ein',
  'vault-enrol.lead':
    'Diese Adresse soll gefragt werden, wenn eine Wallet wiederhergestellt wird. Wenn du das möchtest, gib diesen Code im Fenster der Wallet ein:',
  'vault-enrol.not-you': 'Wenn du es nicht warst, tu nichts.',
  'vault-open.subject': 'Öffne den Tresor deiner Wallet',
  'vault-open.lead':
    'Jemand möchte deine Wallet wiederherstellen oder die PIN ihres Tresors ändern. Wenn du es warst, gib diesen Code im Fenster der Wallet ein:',
  'vault-open.not-you':
    'Wenn du es nicht warst, ist vielleicht jemand in deinem Konto: Gib den Code niemandem.',
  'vault.life':
    'Der Code funktioniert einmal, innerhalb von {minutes} Minuten. Niemand von uns fragt dich je danach, auch nicht nach deiner PIN.',
}
