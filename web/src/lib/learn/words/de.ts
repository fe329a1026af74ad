import type { Words } from '../words.svelte';

const de: Words = {
  title: 'Lernen',
  intro:
    'Lesen Sie die Regeln mit interaktiven Abbildungen, oder lernen Sie beim Spielen: ein paar kleine Stellungen je Spiel, vom ersten Zug bis zum Sieg.',
  lessons: 'Lektionen',
  rulesOf: 'Regeln von {game}',
  contents: 'Inhalt',
  ours: 'Die Bilder der Spielanleitungen sind verloren gegangen; die Abbildungen hier sind interaktive Stellungen von uns. Was ein Absatz als unseres bezeichnet, steht nicht in der Spielanleitung.',
  clause: 'Absatz {n}',
  words: 'Das Brett in Worten',
  turn: 'Ziehen Sie, um das Bild zu drehen.',
  count: '{n} von {of} geschafft',
  begin: 'Anfangen',
  goOn: 'Weiter',
  done: 'geschafft',
  number: 'Lektion {n} von {of}',
  hint: 'Ein Tipp',
  show: 'Zeigen Sie es mir',
  again: 'Noch einmal',
  next: 'Nächste Lektion',
  finish: 'Gegen den Computer spielen',
  aim: 'Das Ziel',
  how: 'Drücken Sie auf einen Stein, dann auf sein Ziel, dann auf „Bestätigen“. Ziehen dreht das Bild. Jeder Zug steht auch in der Liste darunter.',
  back: 'Alle Lektionen von {game}',
  solved: 'Gut gemacht!',
  shown: 'So geht es. Jetzt sind Sie dran.',
  yourself: 'Selbst versuchen',
  refused: 'Das erlauben die Regeln nicht. Der Grund:',
  thinking: 'Die andere Seite antwortet …',
  shared: 'Was alle vier Spiele gemeinsam haben',
  'missed.0': 'Nicht ganz. Sehen Sie noch einmal hin; nichts ist verloren.',
  'missed.1': 'Das ist erlaubt, aber nicht der gesuchte Zug. Noch einmal?',
  'missed.2': 'Beinahe. Der Tipp hilft vielleicht weiter.',
};

export default de;
