require "shellwords"

class Labels
  # The text is of a form, see tools_controller.rb.
  def self.render(text)
    `label --text '#{text}'` # finds: ruby-command-injection
  end

  def self.quoted(text)
    `label --text #{Shellwords.escape(text)}` # safe: ruby-command-injection
  end
end
