def show
  # ruleid: ruby-xss
  @title = "<b>#{params[:title]}</b>".html_safe
  # ruleid: ruby-xss
  @text = raw(params[:text])
  # ruleid: ruby-xss
  render html: params[:html].html_safe
  # ok: ruby-xss
  @title = "<b>#{ERB::Util.html_escape(params[:title])}</b>".html_safe
  # ok: ruby-xss
  @text = raw(sanitize(params[:text]))
  # ok: ruby-xss
  render html: params[:html]
  # ok: ruby-xss
  @page = params[:page].to_i.to_s.html_safe
end

get "/hello" do
  # ruleid: ruby-xss
  "<h1>Hello #{params[:name]}</h1>"
end

get "/safe" do
  # ok: ruby-xss
  "<h1>Hello #{Rack::Utils.escape_html(params[:name])}</h1>"
end

def setting_field(setting)
  # ok: ruby-xss
  text_field_tag("settings[#{setting}]", params[:settings][setting]).html_safe
end

def setting_choice(setting, choices)
  # ok: ruby-xss
  select_tag(setting, options_for_select(choices, params[:settings][setting])).html_safe
end

def setting_text(setting)
  # ruleid: ruby-xss
  "<b>#{params[:settings][setting]}</b>".html_safe
end
