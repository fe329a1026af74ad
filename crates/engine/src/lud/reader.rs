use super::{
    At, DEEPEST, Fault, Line, Lud, MOST_STEPS, MOST_TAGS, MOST_VARIATIONS, Step, Tag, faults, is_tag_name,
    plies_after,
};

/// Reads the games of a record file, in the order they stand there.
///
/// It checks the form alone; whether the actions are legal is [`Lud::replay`]'s to say.
pub fn read(text: &str) -> Result<Vec<Lud>, Fault> {
    let mut scan = Scan::new(text);
    let mut games: Vec<Lud> = Vec::new();
    // How many plies stand in the game being read.
    let mut ply = 0;
    while let Some(c) = scan.skip_space() {
        let at = scan.at;
        if c == '[' {
            let tag = scan.tag()?;
            if tag.name == "Game" {
                games.push(Lud::default());
                ply = 0;
                (scan.steps, scan.variations) = (0, 0);
            }
            let game = games.last_mut().ok_or_else(|| at.fault(faults::GAME_FIRST.refuse()))?;
            if game.find(&tag.name).is_some() {
                return Err(at.fault(faults::TAG_TWICE.with([("tag", tag.name)])));
            }
            if game.tags.len() == MOST_TAGS {
                return Err(at.fault(faults::MANY_TAGS.with([("most", MOST_TAGS.to_string())])));
            }
            game.tags.push(tag);
        } else {
            let game = games.last_mut().ok_or_else(|| at.fault(faults::GAME_FIRST.refuse()))?;
            scan.steps(&mut game.line, &mut ply, 0)?;
        }
    }
    Ok(games)
}

/// The rest of a text, and where it is.
struct Scan<'a> {
    rest: &'a str,
    at: At,
    /// How many steps the game has so far.
    steps: usize,
    variations: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        // Some editors put a byte order mark before everything.
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Scan { rest, at: At { line: 1, column: 1 }, steps: 0, variations: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.at = At { line: self.at.line + 1, column: 1 };
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    /// The next character that is not a space.
    fn skip_space(&mut self) -> Option<char> {
        while self.peek()?.is_ascii_whitespace() {
            self.bump();
        }
        self.peek()
    }

    /// `[Name "value"]`, on one line.
    fn tag(&mut self) -> Result<Tag, Fault> {
        let at = self.at;
        self.bump();
        let name = self.take_while(|c| c.is_ascii_alphanumeric()).to_owned();
        if !is_tag_name(&name) {
            return Err(at.fault(faults::TAG_FORM.refuse()));
        }
        self.take_while(|c| c == ' ');
        if self.peek() != Some('"') {
            return Err(self.at.fault(faults::TAG_QUOTES.with([("tag", name)])));
        }
        let value = self.quoted('"')?;
        self.take_while(|c| c == ' ');
        if self.peek() != Some(']') {
            return Err(self.at.fault(faults::TAG_END.with([("tag", name)])));
        }
        self.bump();
        Ok(Tag { name, value, at })
    }

    /// What stands between the next character and `end`, its escapes undone.
    fn quoted(&mut self, end: char) -> Result<String, Fault> {
        let start = self.at;
        let in_tag = end == '"';
        self.bump();
        let mut text = String::new();
        loop {
            let at = self.at;
            match self.bump() {
                None => return Err(start.fault(faults::UNCLOSED.with([("end", end.to_string())]))),
                Some(c) if c == end => return Ok(text),
                Some('\\') => match self.bump() {
                    Some(c) if c == end || c == '\\' => text.push(c),
                    Some('n') if in_tag => text.push('\n'),
                    _ => {
                        return Err(at.fault(faults::BACKSLASH.with([("end", end.to_string())])));
                    }
                },
                Some(c) if in_tag && c.is_control() => {
                    return Err(at.fault(faults::TAG_LINE.refuse()));
                }
                Some(c) => text.push(c),
            }
        }
    }

    /// Steps up to the end of this line of play: a tag, a `)` or the end of the text. `ply` plies stand before it.
    fn steps(&mut self, line: &mut Line, ply: &mut usize, depth: usize) -> Result<(), Fault> {
        // How many plies stood before the last step: a variation begins there.
        let mut before = *ply;
        let mut number: Option<At> = None;
        while let Some(c) = self.skip_space() {
            let at = self.at;
            match c {
                '{' => {
                    let comment = self.quoted('}')?;
                    match line.steps.last_mut() {
                        Some(step) => step.comments.push(comment),
                        None => line.comments.push(comment),
                    }
                }
                '(' if number.is_none() => {
                    let Some(step) = line.steps.last_mut() else {
                        return Err(at.fault(faults::VARIATION_FIRST.refuse()));
                    };
                    if depth == DEEPEST {
                        return Err(at.fault(faults::DEEP.with([("deepest", DEEPEST.to_string())])));
                    }
                    self.variations += 1;
                    if self.variations > MOST_VARIATIONS {
                        let most = [("most", MOST_VARIATIONS.to_string())];
                        return Err(at.fault(faults::MANY_VARIATIONS.with(most)));
                    }
                    self.bump();
                    let mut variation = Line::default();
                    self.steps(&mut variation, &mut before.clone(), depth + 1)?;
                    if self.peek() != Some(')') {
                        return Err(at.fault(faults::UNCLOSED.with([("end", ")".to_owned())])));
                    }
                    if variation.steps.is_empty() {
                        return Err(at.fault(faults::VARIATION_EMPTY.refuse()));
                    }
                    self.bump();
                    step.variations.push(variation);
                }
                ')' | '[' if number.is_none() => {
                    if c == ')' && depth == 0 {
                        return Err(at.fault(faults::NO_VARIATION.refuse()));
                    }
                    return Ok(());
                }
                _ => {
                    let word = self.word()?;
                    if let Some(digits) = ply_number(word) {
                        if number.is_some() || digits != (*ply + 1).to_string() {
                            return Err(at.fault(
                                faults::NUMBER
                                    .with([("ply", (*ply + 1).to_string()), ("word", word.to_owned())]),
                            ));
                        }
                        number = Some(at);
                        continue;
                    }
                    let after = plies_after(*ply, word).ok_or_else(|| {
                        at.fault(faults::NO_PLY.with([("ply", word.replace("takeback:", ""))]))
                    })?;
                    self.steps += 1;
                    if self.steps > MOST_STEPS {
                        return Err(at.fault(faults::MANY_STEPS.with([("most", MOST_STEPS.to_string())])));
                    }
                    let step = Step { at, ..Step::new(word) };
                    if let Some(at) = number.take()
                        && !step.is_action()
                    {
                        return Err(at.fault(faults::EVENT_NUMBER.refuse()));
                    }
                    before = *ply;
                    *ply = after;
                    line.steps.push(step);
                }
            }
        }
        match number {
            Some(at) => Err(at.fault(faults::NUMBER_ALONE.refuse())),
            None => Ok(()),
        }
    }

    /// One token: what stands before the next space, bracket or quote.
    fn word(&mut self) -> Result<&'a str, Fault> {
        let at = self.at;
        let word = self.take_while(|c| c.is_ascii_graphic() && !"[](){}\"".contains(c));
        match self.peek() {
            Some(c) if word.is_empty() => {
                Err(at.fault(faults::STRANGE.with([("character", c.escape_debug().to_string())])))
            }
            _ => Ok(word),
        }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        // What is taken stays on its line: no caller wants a line break.
        self.at.column += taken.chars().count();
        self.rest = rest;
        taken
    }
}

/// The digits of `12.`
fn ply_number(word: &str) -> Option<&str> {
    word.strip_suffix('.').filter(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}
