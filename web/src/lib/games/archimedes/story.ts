import type { Translated } from '../../i18n/catalogue.svelte';

/** Paragraphs, each a line; all of it from the booklet and the page of the rules. */
const story: Translated = {
  en: 'Archimedes is by Niek Neuwahl; EG Spiele published it in 1995, as a game of strategy for two or three players.\nIt is played on a hexagonal board with cubes that stand on a corner: the triangular cells are moulded so that the corner fits, and a light push on the tip takes a cube from cell to cell. The youngest player chooses a colour first.',
  fr: 'Archimedes est un jeu de Niek Neuwahl ; EG Spiele l’a édité en 1995, comme jeu de stratégie pour deux ou trois joueurs.\nIl se joue sur un plateau hexagonal avec des cubes posés sur un coin : les cases triangulaires sont moulées pour que le coin y trouve sa place, et une légère poussée sur le sommet fait passer le cube d’une case à l’autre. Le plus jeune joueur choisit d’abord une couleur.',
  nl: 'Archimedes is van Niek Neuwahl; EG Spiele gaf het in 1995 uit, als strategisch spel voor twee of drie spelers.\nHet wordt gespeeld op een zeshoekig bord met kubussen die op een hoek staan: de driehoekige vakken zijn zo gevormd dat de hoek erin past, en een duwtje op de punt brengt een kubus van vak naar vak. De jongste speler kiest als eerste een kleur.',
  de: 'Archimedes ist von Niek Neuwahl; EG Spiele brachte es 1995 heraus, als Strategiespiel für zwei oder drei Spieler.\nGespielt wird auf einem sechseckigen Brett mit Würfeln, die auf einer Ecke stehen: Die dreieckigen Felder sind so geformt, dass die Ecke hineinpasst, und ein leichter Druck auf die Spitze bringt einen Würfel von Feld zu Feld. Der jüngste Spieler wählt zuerst eine Farbe.',
};

export default story;
